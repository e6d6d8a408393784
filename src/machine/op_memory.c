/* Loads, stores, addresses and the stack, where the loop does not do them.
 *
 * A stack object belongs to the innermost frame (frame.allocated) and dies
 * with it. What llvm.stacksave gives is how many there are; restoring releases
 * those that came later.
 */

#include "machine/machine_priv.h"

#define MAX_STACK_OBJECT (UINT64_C (1) << 30)

static word plus (machine *m, word address, int64_t by) {
  if (word_is_concrete (address))
    return word_of (address.bits + (uint64_t) by);
  if (!by)
    return address;
  terms *ts = m->terms;
  term t = word_term (ts, address, 64);
  return word_from (
      ts, term_binary (ts, KIND_BV_ADD, t, term_bv (ts, 64, (uint64_t) by)));
}

static step op_memory_load (machine *m, state *s, const insn *in) {
  word address = plus (m, slot_get (s, in->a), (int32_t) in->c), v;
  step st = access_load (m, s, address, in->w, &v);
  if (st == STEP_NEXT)
    slot_set (s, in->dst, v);
  return st;
}

static step store (machine *m, state *s, const insn *in) {
  word address = plus (m, slot_get (s, in->a), (int32_t) in->c);
  return access_store (m, s, address, in->w, slot_get (s, in->b));
}

static step index_any (machine *m, state *s, const insn *in) {
  terms *ts = m->terms;
  term base = word_term (ts, slot_get (s, in->a), 64);
  term i = word_term (ts, slot_get (s, in->b), in->x);
  if (in->x == 1)
    i = term_ite (ts, i, term_bv (ts, 64, UINT64_MAX), term_bv (ts, 64, 0));
  else if (in->x < 64)
    i = term_sext (ts, 64 - in->x, i);
  else if (in->x > 64)
    i = term_extract (ts, 63, 0, i);
  term size = term_bv (ts, 64, (uint64_t) (int32_t) in->c);
  term offset = term_binary (ts, KIND_BV_MUL, i, size);
  slot_set_term (m, s, in->dst, term_binary (ts, KIND_BV_ADD, base, offset));
  return STEP_NEXT;
}

static step no_room (machine *m, state *s, uint64_t n, uint64_t element) {
  uint64_t size;
  cause why = {.reason = WHY_STACK_ELEMENTS,
               .form = {VALUE_UNSIGNED, VALUE_UNSIGNED},
               .value = {n, element}};
  if (!__builtin_mul_overflow (n, element, &size))
    why = cause_number (WHY_STACK_FULL, size);
  return machine_fault (m, s, FAULT_STACK_EXHAUSTED, why);
}

/* Is there room for a symbolic number of elements? */
static step check_stack (machine *m, state *s, term n, uint64_t element) {
  terms *ts = m->terms;
  uint64_t most = stack_left (m, s) / element, count = 0;
  if (m->stack_size == UINT64_MAX)
    return STEP_NEXT;
  int holds = machine_check (
      m, s, term_binary (ts, KIND_BV_ULE, n, term_bv (ts, 64, most)));
  if (holds)
    return holds == CHOICE_STOP ? STEP_STOP : STEP_NEXT;
  machine_shown (m, s, n, &count);
  return no_room (m, s, count, element);
}

/* Bytes of a symbolic number of elements: as many as there can be, within the
 * limit; a path with more of them is cut.
 */
static step bound (machine *m, state *s, term n, uint64_t element,
                   uint64_t *size) {
  terms *ts = m->terms;
  uint64_t limit = m->context->options.max_allocation, low, high;
  assert (element); /* nothing times anything has a concrete size */
  uint64_t most = limit / element;
  step st = check_stack (m, s, n, element);
  if (st != STEP_NEXT)
    return st;
  int holds = machine_check (
      m, s, term_binary (ts, KIND_BV_ULE, n, term_bv (ts, 64, most)));
  if (holds == CHOICE_STOP)
    return STEP_STOP;
  if (!holds) {
    machine_cut (m, s, cause_number (WHY_VARIABLE_TOO_LARGE, limit));
    return STEP_STOP;
  }
  m->chooser->range (m->chooser, s, n, &low, &high);
  if (high > most)
    high = most;
  *size = high * element;
  return STEP_NEXT;
}

static step allocate (machine *m, state *s, const insn *in) {
  word n = slot_get (s, in->a);
  uint64_t size = 0;
  term size_term = TERM_NONE;
  if (unset_use (m, s, &n, "the size of a variable") != STEP_NEXT)
    return STEP_STOP;
  if (word_is_concrete (n)) {
    if (__builtin_mul_overflow (n.bits, (uint64_t) in->b, &size) ||
        size > MAX_STACK_OBJECT || size > stack_left (m, s))
      return no_room (m, s, n.bits, in->b);
  } else if (in->b) {
    term count = word_term (m->terms, n, 64);
    step st = bound (m, s, count, in->b, &size);
    if (st != STEP_NEXT)
      return st;
    size_term = term_binary (m->terms, KIND_BV_MUL, count,
                             term_bv (m->terms, 64, in->b));
  }
  object *o = machine_allocate_variable (m, s, size, UINT64_C (1) << in->x);
  if (!o)
    return machine_fault (m, s, FAULT_STACK_EXHAUSTED,
                          cause_number (WHY_STACK_FULL, size));
  o->size_term = size_term;
  assert (size_term.id || o->size == size);
  if (size_term.id) {
    s->top->bytes -= stack_share (size);
    s->stack -= stack_share (size);
  }
  if (size_term.id)
    line_forget (m, address_slot (o->address));
  if (in->c)
    o->layout = &s->top->code->layouts[in->c - 1];
  slot_set_bits (s, in->dst, o->address);
  return STEP_NEXT;
}

/* A variable begins anew. */
static step op_memory_forget (machine *m, state *s, const insn *in) {
  access a;
  step st = access_resolve (m, s, slot_get (s, in->a), 0, ACCESS_WRITE, &a);
  if (st == STEP_NEXT && !a.at.id)
    object_forget (a.object, m->mem);
  return st;
}

/* The block of a variable begins or ends: what has no bytes is not accessed. */
static step op_memory_scope (machine *m, state *s, const insn *in) {
  uint32_t slot = address_slot (slot_get (s, in->a).bits);
  const object *o = space_find (s->space, slot);
  assert (o && o->kind == OBJECT_STACK);
  if (o->is_ended != (in->x != 0))
    return STEP_NEXT;
  object *fresh = space_renew (s->space, slot, in->x ? in->b : 0, !in->x);
  if (m->finds_unset)
    fresh->set = 0;
  line_forget (m, slot);
  if (in->x)
    line_remember (m, s, fresh, true);
  return STEP_NEXT;
}

step op_memory (machine *m, state *s, const insn *in) {
  switch (in->op) {
  case OP_ALLOCA:
    return allocate (m, s, in);
  case OP_LOAD:
    return op_memory_load (m, s, in);
  case OP_STORE:
    return store (m, s, in);
  case OP_INDEX:
    return index_any (m, s, in);
  case OP_OFFSET:
    slot_set (s, in->dst, plus (m, slot_get (s, in->a), (int32_t) in->c));
    return STEP_NEXT;
  case OP_FORGET:
    return op_memory_forget (m, s, in);
  case OP_SCOPE:
    return op_memory_scope (m, s, in);
  case OP_STACK_SAVE:
    slot_set_bits (s, in->dst, s->top->allocated.len);
    return STEP_NEXT;
  default:
    assert (in->op == OP_STACK_RESTORE);
    frame_restore (m, s, (size_t) slot_get (s, in->a).bits);
    return STEP_NEXT;
  }
}
