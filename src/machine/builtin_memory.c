/* The heap of the program: malloc and its family, and questions about
 * objects.
 *
 * An object of symbolic size gets the capacity that its size has at most,
 * but never more than --max-allocation: paths with larger ones are cut, but for
 * those that fail natively, too. A concrete size that is too large for us fails
 * as malloc does.
 */

#include "machine/driven.h"
#include "term/bounds.h"

#include <inttypes.h>

/* A size that was asked for. */
typedef struct amount {
  uint64_t capacity, alignment; /* which is 0: as malloc's */
  term size;                    /* symbolic, 64 bits, or TERM_NONE */
  bool is_none;                 /* cannot be allocated */
} amount;

#define KEPT_MAX 65536u /* bytes that realloc may have to keep, or not */
#define MORE_THAN_ANYBODY_HAS (UINT64_C (1) << 47) /* fails natively, too */

static void concrete_amount (uint64_t size, amount *out) {
  *out = (amount) {.capacity = size, .is_none = size > SPACE_MAX_OBJECT};
}

/* 'wide' is the size, with more bits if it may not fit into 64. */
static step symbolic_amount (called_builtin *c, term size, term wide,
                             amount *out) {
  machine *m = c->m;
  terms *ts = m->terms;
  unsigned w = term_width (ts, wide);
  uint64_t max = m->context->options.max_allocation, low, high;
  bool may_fail = m->context->options.check_native;
  term most = term_bv (ts, w, max),
       lack = term_bv (ts, w, MORE_THAN_ANYBODY_HAS);
  term fits = term_binary (ts, KIND_BV_ULE, wide, most), none = TERM_FALSE;
  if (may_fail && max < MORE_THAN_ANYBODY_HAS)
    none = term_binary (ts, KIND_BV_ULE, lack, wide);
  term guard[3] = {fits, none, term_not (ts, term_or (ts, fits, none))};
  int choice = machine_choose (m, c->s, CHOICE_OTHER, 3, guard);
  if (choice == 2)
    machine_cut (m, c->s, cause_of (WHY_ALLOCATION_TOO_LARGE));
  if (choice == CHOICE_STOP || choice == 2)
    return STEP_STOP;
  if (choice == 1) {
    concrete_amount (UINT64_MAX, out);
    return STEP_NEXT;
  }
  m->chooser->range (m->chooser, c->s, size, &low, &high);
  if (high > max)
    high = machine_bound (m, c->s, size);
  *out = (amount) {.capacity = high < max ? high : max, .size = size};
  assert (term_width (m->terms, size) == 64);
  return STEP_NEXT;
}

static step amount_of (called_builtin *c, word size, amount *out) {
  if (word_is_concrete (size)) {
    concrete_amount (size.bits, out);
    return STEP_NEXT;
  }
  return symbolic_amount (c, size.term, size.term, out);
}

/* n * size, where the product of symbolic ones must not wrap. */
static step amount_of_product (called_builtin *c, word n, word size,
                               amount *out) {
  terms *ts = c->m->terms;
  if (word_is_concrete (n) && word_is_concrete (size)) {
    uint64_t product;
    if (__builtin_mul_overflow (n.bits, size.bits, &product))
      product = UINT64_MAX;
    concrete_amount (product, out);
    return STEP_NEXT;
  }
  term x = word_term (ts, n, 64), y = word_term (ts, size, 64);
  term wide = term_binary (ts, KIND_BV_MUL, term_zext (ts, 64, x),
                           term_zext (ts, 64, y));
  return symbolic_amount (c, term_binary (ts, KIND_BV_MUL, x, y), wide, out);
}

/* After all questions. NULL: it fails, and the user has been told. */
static object *allocate (called_builtin *c, const amount *a, bool zeroed) {
  machine *m = c->m;
  assert (c->s->next_forced == c->s->n_forced); /* no questions are left */
  object *o = a->is_none ? NULL
                         : machine_allocate (m, c->s, a->capacity, a->alignment,
                                             OBJECT_HEAP, zeroed);
  if (o)
    o->size_term = a->size;
  else if (a->capacity < MORE_THAN_ANYBODY_HAS)
    machine_warn (m, c->s, cause_of (WHY_ALLOCATION_FAILS));
  return o;
}

static step give_object (called_builtin *c, const amount *a, bool zeroed) {
  const object *o = allocate (c, a, zeroed);
  return call_give_bits (c, o ? o->address : 0);
}

step builtin_malloc (called_builtin *c) {
  amount a;
  step st = amount_of (c, call_arg (c, 0), &a);
  return st == STEP_NEXT ? give_object (c, &a, false) : st;
}

step builtin_calloc (called_builtin *c) {
  amount a;
  step st = amount_of_product (c, call_arg (c, 0), call_arg (c, 1), &a);
  return st == STEP_NEXT ? give_object (c, &a, true) : st;
}

step builtin_aligned_alloc (called_builtin *c) {
  uint64_t alignment;
  amount a;
  if (!call_number (c, 0, "alignment", &alignment))
    return STEP_STOP;
  if (alignment > ADDRESS_MAX_ALIGNMENT)
    return machine_unsupported (c->m, c->s,
                                cause_number (WHY_ALIGNMENT, alignment));
  step st = amount_of (c, call_arg (c, 1), &a);
  for (a.alignment = 1; a.alignment < alignment; a.alignment *= 2)
    ;
  if (c->which == BUILTIN_ALIGNED_ALLOC && a.alignment != alignment)
    concrete_amount (UINT64_MAX, &a); /* fails; memalign rounds up */
  return st == STEP_NEXT ? give_object (c, &a, false) : st;
}

step builtin_posix_memalign (called_builtin *c) {
  enum { INVALID = 22, NO_MEMORY = 12 }; /* EINVAL and ENOMEM of Linux */
  machine *m = c->m;
  uint64_t alignment;
  access to;
  amount a;
  if (!call_number (c, 1, "alignment", &alignment))
    return STEP_STOP;
  if (alignment < 8 || alignment & (alignment - 1))
    return call_give_bits (c, INVALID);
  if (alignment > ADDRESS_MAX_ALIGNMENT)
    return machine_unsupported (m, c->s,
                                cause_number (WHY_ALIGNMENT, alignment));
  step st = amount_of (c, call_arg (c, 2), &a);
  if (st == STEP_NEXT)
    st = access_resolve (m, c->s, call_arg (c, 0), 8, ACCESS_WRITE, &to);
  if (st != STEP_NEXT)
    return st;
  if (to.at.id)
    return machine_unsupported (m, c->s,
                                cause_about (WHY_UNSUPPORTED,
                                             "posix_memalign to a symbolic "
                                             "address"));
  a.alignment = alignment;
  const object *o = allocate (c, &a, false);
  if (!o)
    return call_give_bits (c, NO_MEMORY);
  object_write (to.object, m->mem, m->terms, to.offset, 64, o->address,
                TERM_NONE);
  return call_give_bits (c, 0);
}

/* Which object a pointer given to free or realloc is the start of. NULL and
 * STEP_NEXT: it is the null pointer.
 */

static step not_from_heap (called_builtin *c, const object *o,
                           uint64_t address) {
  machine *m = c->m;
  end_detail d;
  if (!o)
    return machine_fault (m, c->s, FAULT_INVALID_FREE,
                          cause_address (WHY_NOTHING_THERE, address));
  /* no variable is declared at instruction 0: arguments, globals of KLEE's */
  bool is_argument = m->context->options.klee && !o->insn;
  access_describe (m, c->s, o, &d);
  return machine_fault_about (m, c->s, FAULT_INVALID_FREE,
                              cause_of (o->kind == OBJECT_STACK && !is_argument
                                            ? WHY_FREE_OF_STACK
                                            : WHY_FREE_OF_GLOBAL),
                              &d);
}

/* At its start, or somewhere in what was there? */
static step free_again (called_builtin *c, word pointer, uint32_t slot) {
  machine *m = c->m;
  terms *ts = m->terms;
  const grave *g = machine_grave (m, space_note (c->s->space, slot));
  uint64_t first = (uint64_t) slot << ADDRESS_SLOT_BITS;
  uint64_t start = first + (g ? g->start : 0);
  int is_start = word_is_concrete (pointer)
                     ? pointer.bits == start
                     : machine_check (m, c->s,
                                      term_equal (ts, pointer.term,
                                                  term_bv (ts, 64, start)));
  if (is_start == CHOICE_STOP)
    return STEP_STOP;
  fault_kind fault = g && is_start ? FAULT_DOUBLE_FREE : FAULT_INVALID_FREE;
  return access_freed (m, c->s, fault, start, 0);
}

static step concrete_heap_object (called_builtin *c, uint64_t address,
                                  object **out) {
  machine *m = c->m;
  uint32_t slot = address_slot (address);
  *out = NULL;
  if (!address)
    return STEP_NEXT;
  slot_state is =
      slot < ADDRESS_SLOTS ? space_at (c->s->space, address) : SLOT_NEVER;
  if (is == SLOT_FREED)
    return free_again (c, word_of (address), slot);
  object *o = is == SLOT_LIVE ? space_find (c->s->space, slot) : NULL;
  if (!o || o->kind != OBJECT_HEAP)
    return not_from_heap (c, o, address);
  if (o->address != address) {
    end_detail d;
    access_describe (m, c->s, o, &d);
    d.object.offset = (int64_t) (address - o->address);
    return machine_fault_about (m, c->s, FAULT_INVALID_FREE,
                                cause_of (WHY_FREE_INSIDE), &d);
  }
  *out = o;
  return STEP_NEXT;
}

/* Where nothing is that could be freed: named for what was tried. */
static step is_no_object (state *s) {
  if (s->end.kind == END_FAULT)
    s->end.fault = s->end.fault == FAULT_USE_AFTER_FREE ? FAULT_DOUBLE_FREE
                                                        : FAULT_INVALID_FREE;
  return STEP_STOP;
}

static step symbolic_heap_object (called_builtin *c, term pointer,
                                  object **out) {
  machine *m = c->m;
  terms *ts = m->terms;
  access a;
  *out = NULL;
  term is_null = term_equal (ts, pointer, term_bv (ts, 64, 0));
  term guard[2] = {is_null, term_not (ts, is_null)};
  int choice = machine_choose (m, c->s, CHOICE_OTHER, 2, guard);
  if (choice <= 0)
    return choice == CHOICE_STOP ? STEP_STOP : STEP_NEXT;
  word p = {.term = pointer};
  uint32_t slot = address_slot (access_origin (ts, pointer));
  if (space_slot (c->s->space, slot) == SLOT_FREED)
    return free_again (c, p, slot);
  step st = access_resolve (m, c->s, p, 0, ACCESS_READ, &a);
  if (st != STEP_NEXT)
    return is_no_object (c->s);
  term start = term_bv (ts, 64, a.object->address);
  int holds = machine_check (m, c->s, term_equal (ts, pointer, start));
  if (holds == CHOICE_STOP)
    return STEP_STOP;
  if (!holds)
    return machine_fault (m, c->s, FAULT_INVALID_FREE,
                          cause_of (WHY_FREE_OF_PART));
  return concrete_heap_object (c, a.object->address, out);
}

static step heap_object (called_builtin *c, word pointer, object **out) {
  if (driven_look (c->m, c->s, &pointer) != STEP_NEXT)
    return STEP_STOP;
  return word_is_concrete (pointer)
             ? concrete_heap_object (c, pointer.bits, out)
             : symbolic_heap_object (c, pointer.term, out);
}

step builtin_free (called_builtin *c) {
  object *o;
  step st = heap_object (c, call_arg (c, 0), &o);
  if (st == STEP_NEXT && o)
    machine_bury (c->m, c->s, o);
  return st;
}

/* realloc (p, 0) frees; a symbolic size parts here as it does in KLEE. */
static step ask_zero (called_builtin *c, term size, bool *is_zero) {
  terms *ts = c->m->terms;
  term zero = term_equal (ts, size, term_bv (ts, term_width (ts, size), 0));
  term guard[2] = {zero, term_not (ts, zero)};
  int choice = machine_choose (c->m, c->s, CHOICE_OTHER, 2, guard);
  *is_zero = !choice;
  return choice == CHOICE_STOP ? STEP_STOP : STEP_NEXT;
}

/* An object of symbolic size may have fewer bytes than it has room: so many it
 * has in any case, of those that say more than that they were never written.
 */
static uint64_t surely_has (called_builtin *c, const object *o) {
  uint64_t low = o->set, high;
  if (o->size_term.id && c->m->finds_unset)
    c->m->chooser->range (c->m->chooser, c->s, o->size_term, &low, &high);
  return low < o->set ? low : o->set;
}

/* Byte k was never written where the old object had none there. */
static void keep_byte (machine *m, object *to, uint64_t k, term old_size) {
  terms *ts = m->terms;
  uint64_t bits = 0;
  unset from = {to->address + k, to->function, to->insn, 0};
  term was = object_read (to, ts, k, 8, &bits);
  term had = term_binary (ts, KIND_BV_ULT, term_bv (ts, 64, k), old_size);
  was = was.id ? was : term_bv (ts, 8, bits);
  object_write (to, m->mem, ts, k, 8, 0,
                term_ite (ts, had, was, term_unset (ts, 8, &from)));
}

static step reallocate (called_builtin *c, object *old, const amount *a) {
  assert (old->kind == OBJECT_HEAP);
  uint64_t known = surely_has (c, old);
  if (old->set - known > KEPT_MAX)
    return machine_unsupported (c->m, c->s,
                                cause_about (WHY_UNSUPPORTED,
                                             "realloc of a large object of "
                                             "symbolic size"));
  object *fresh = allocate (c, a, false);
  if (!fresh)
    return call_give_bits (c, 0);
  uint64_t n = old->size < fresh->size ? old->size : fresh->size;
  object_move (fresh, c->m->mem, 0, old, 0, n);
  for (uint64_t k = known; k < old->set && k < n; k++)
    keep_byte (c->m, fresh, k, old->size_term);
  machine_bury (c->m, c->s, old);
  return call_give_bits (c, fresh->address);
}

static step resize (called_builtin *c, object *old, const amount *a) {
  bool is_zero = !a->size.id && !a->capacity;
  step st = STEP_NEXT;
  if (!old)
    return give_object (c, a, false);
  if (a->size.id)
    st = ask_zero (c, a->size, &is_zero);
  if (st != STEP_NEXT || !is_zero)
    return st == STEP_NEXT ? reallocate (c, old, a) : st;
  machine_bury (c->m, c->s, old);
  return call_give_bits (c, 0);
}

step builtin_realloc (called_builtin *c) {
  object *old;
  amount a;
  step st = heap_object (c, call_arg (c, 0), &old);
  if (st == STEP_NEXT)
    st = amount_of (c, call_arg (c, 1), &a);
  return st == STEP_NEXT ? resize (c, old, &a) : st;
}

step builtin_reallocarray (called_builtin *c) {
  object *old;
  amount a;
  step st = heap_object (c, call_arg (c, 0), &old);
  if (st == STEP_NEXT)
    st = amount_of_product (c, call_arg (c, 1), call_arg (c, 2), &a);
  return st == STEP_NEXT ? resize (c, old, &a) : st;
}

/* Questions. */

step builtin_object_size (called_builtin *c) {
  access a;
  word pointer = call_arg (c, 0);
  bool is_null = word_is_concrete (pointer) && !pointer.bits;
  if (is_null && c->which == BUILTIN_MALLOC_USABLE_SIZE)
    return call_give_bits (c, 0);
  step st = access_resolve (c->m, c->s, pointer, 0, ACCESS_READ, &a);
  if (st != STEP_NEXT)
    return st;
  if (a.object->size_term.id)
    return call_give (c, (word) {.term = a.object->size_term});
  return call_give_bits (c, a.object->size);
}

/* Of a symbolic pointer it is not known; symbolic as the object's size is. */
step builtin_room (called_builtin *c) {
  access a;
  terms *ts = c->m->terms;
  step st = access_resolve (c->m, c->s, call_arg (c, 0), 0, ACCESS_READ, &a);
  if (st != STEP_NEXT)
    return st;
  if (!a.at.id && a.object->size_term.id)
    return call_give (c,
                      word_from (ts, term_bv_sub (ts, a.object->size_term,
                                                  term_bv (ts, 64, a.offset))));
  return call_give_bits (c, a.at.id ? UINT64_MAX : a.object->size - a.offset);
}

/* Where a whole object starts; later accesses ask for its size. */
step builtin_cut (called_builtin *c) {
  uint64_t address = call_arg (c, 0).bits;
  uint32_t slot = address_slot (address);
  object *o = space_own (c->s->space, slot);
  assert (o && o->address == address && !o->size_term.id);
  o->size_term = word_term (c->m->terms, call_arg (c, 1), 64);
  line_forget (c->m, slot);
  return call_give_bits (c, address);
}

step builtin_protect (called_builtin *c) {
  uint64_t address = call_arg (c, 0).bits;
  uint32_t slot = address_slot (address);
  word is_constant = call_arg (c, 1);
  bool may_write = !is_constant.bits;
  if (!word_is_concrete (is_constant) &&
      ask_zero (c, is_constant.term, &may_write) != STEP_NEXT)
    return STEP_STOP;
  object *o = space_own (c->s->space, slot);
  assert (o && o->address == address);
  o->is_constant = !may_write;
  line_forget (c->m, slot);
  return STEP_NEXT;
}

step builtin_aligned (called_builtin *c) {
  machine *m = c->m;
  terms *ts = m->terms;
  uint64_t to = call_arg (c, 1).bits, shown = 0;
  if (!m->context->options.check_native)
    return STEP_NEXT;
  term at = word_term (ts, call_arg (c, 0), 64);
  term rest = term_binary (ts, KIND_BV_AND, at, term_bv (ts, 64, to - 1));
  int holds =
      machine_check (m, c->s, term_equal (ts, rest, term_bv (ts, 64, 0)));
  if (holds)
    return holds == CHOICE_STOP ? STEP_STOP : STEP_NEXT;
  machine_shown (m, c->s, at, &shown);
  return machine_fault (m, c->s, FAULT_MISALIGNED,
                        (cause) {.reason = WHY_UNALIGNED,
                                 .form = {VALUE_ADDRESS, VALUE_UNSIGNED},
                                 .value = {shown, to}});
}

/* May both be in one object? By the forms of the addresses alone. */
step builtin_is_near (called_builtin *c) {
  terms *ts = c->m->terms;
  bounds a = term_bounds (ts, word_term (ts, call_arg (c, 0), 64));
  bounds b = term_bounds (ts, word_term (ts, call_arg (c, 1), 64));
  bool is_near = address_slot (a.min) <= address_slot (b.max) &&
                 address_slot (b.min) <= address_slot (a.max);
  return call_give_bits (c, is_near && c->m->context->options.check_native);
}

step builtin_apart (called_builtin *c) {
  terms *ts = c->m->terms;
  const char *name = call_text (c, 0);
  if (!name)
    return STEP_STOP;
  term at[4];
  for (uint32_t i = 0; i < 4; i++)
    at[i] = word_term (ts, call_arg (c, i + 1), 64);
  return block_check_apart (c->m, c->s, name, at, at + 2, TERM_FALSE);
}

step builtin_whole (called_builtin *c) {
  const char *name = call_text (c, 0);
  if (!name || !c->m->context->options.check_native)
    return name ? STEP_NEXT : STEP_STOP;
  return block_check_whole (c->m, c->s, name, call_arg (c, 1), call_arg (c, 2));
}

step builtin_check_access (called_builtin *c) {
  uint64_t n;
  access a;
  if (!call_number (c, 1, "object size", &n))
    return STEP_STOP;
  return access_resolve (c->m, c->s, call_arg (c, 0), n, ACCESS_READ, &a);
}

step builtin_fixed_object (called_builtin *c) {
  static const char why[] = "klee_define_fixed_object argument";
  uint64_t address, size;
  if (!call_number (c, 0, why, &address) || !call_number (c, 1, why, &size))
    return STEP_STOP;
  uint32_t slot = address_slot (address);
  uint64_t room = ADDRESS_SLOT_SIZE - (address & (ADDRESS_SLOT_SIZE - 1));
  bool is_ours = slot >= ADDRESS_FIRST_VARIABLE && slot < ADDRESS_FIRST_FREE;
  bool is_free = address && slot < ADDRESS_SLOTS && !is_ours && size <= room &&
                 space_slot (c->s->space, slot) == SLOT_NEVER;
  object *o = is_free ? space_put (c->s->space, address, size) : NULL;
  if (!o)
    return machine_unsupported (c->m, c->s,
                                cause_address (WHY_FIXED_ADDRESS, address));
  o->kind = OBJECT_GLOBAL;
  return STEP_NEXT;
}

/* It stays as long as the program, which must not free it. */
step builtin_mark_global (called_builtin *c) {
  access a;
  step st = access_resolve (c->m, c->s, call_arg (c, 0), 0, ACCESS_READ, &a);
  if (st != STEP_NEXT)
    return st;
  object *o = space_own (c->s->space, address_slot (a.object->address));
  if (o->kind == OBJECT_HEAP)
    o->kind = OBJECT_GLOBAL;
  return STEP_NEXT;
}

/* Output. Its length is for people: what is written does not restrict the
 * path, so a symbolic length stands for one of its values.
 */
step builtin_output (called_builtin *c) {
  machine *m = c->m;
  uint64_t descriptor, n = call_arg (c, 2).bits;
  access a;
  if (!call_number (c, 0, "output descriptor", &descriptor))
    return STEP_STOP;
  word len = call_arg (c, 2);
  if (!word_is_concrete (len) &&
      !m->chooser->value (m->chooser, c->s, len.term, false, "output", &n))
    n = 0;
  c->s->is_seen |= !word_is_concrete (len);
  if (!n)
    return STEP_NEXT;
  step st = access_resolve (m, c->s, call_arg (c, 1), n, ACCESS_READ, &a);
  if (st != STEP_NEXT)
    return st;
  st = output_check (m, c->s, &a, n);
  if (st != STEP_NEXT || (int) descriptor < 0)
    return st;
  if (!output_write (m, c->s, (int) descriptor, &a, n))
    return machine_unsupported (
        m, c->s,
        cause_about (WHY_UNSUPPORTED, "output from so many addresses"));
  if (m->chooser->wrote)
    m->chooser->wrote (m->chooser, c->s, (int) descriptor, n);
  return STEP_NEXT;
}
