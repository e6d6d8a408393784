/* memcpy, memmove, memset.
 *
 * A concrete length is moved at once. With a symbolic length every byte in
 * reach becomes a choice, old or new, and the path does not fork; a block
 * that is so and too long ends the path.
 *
 * All new bytes are read before one is written, so that blocks may overlap;
 * and both places are resolved, and their room is asked for, before that.
 */

#include "machine/machine_priv.h"

#include <inttypes.h>

/* Bytes that are handled one by one, as terms. */
#define BLOCK_MAX 4096

/* Bytes times places of each, where address and length are symbolic. */
#define BLOCK_PLACES 65536u

typedef VEC (word) block_byte_vec;

static bool put_byte (machine *m, const access *a, uint64_t i, word b) {
  terms *ts = m->terms;
  if (!a->at.id) {
    object_write (a->object, m->mem, ts, a->offset + i, 8, b.bits, b.term);
    return true;
  }
  term at = term_binary (ts, KIND_BV_ADD, a->at, term_bv (ts, 64, i));
  return object_write_at (a->object, m->mem, ts, at, a->low + i, a->high + i, 8,
                          b.bits, b.term);
}

static step too_many_places (machine *m, state *s, const insn *i) {
  return machine_unsupported (
      m, s, cause_about (WHY_BLOCK_ADDRESSES, op_name ((op) i->op)));
}

static step too_long (machine *m, state *s, const insn *i, const char *what) {
  cause why = cause_number (WHY_BLOCK_TOO_LARGE, BLOCK_MAX);
  why.text[0] = op_name ((op) i->op);
  why.text[1] = what;
  return machine_unsupported (m, s, why);
}

/* The destination comes first: what is written is owned, and a source in the
 * same object is then the owned one too.
 */
static step op_block_resolve (machine *m, state *s, const insn *i, uint64_t n,
                              access *to, access *from) {
  step st = access_resolve (m, s, slot_get (s, i->a), n, ACCESS_WRITE, to);
  if (st != STEP_NEXT || i->op == OP_MEMSET)
    return st;
  return access_resolve (m, s, slot_get (s, i->b), n, ACCESS_READ, from);
}

/* New bytes, all read before one is written. */
static bool op_block_gather (machine *m, state *s, const insn *i, uint64_t n,
                             const access *from, block_byte_vec *out) {
  word fill = slot_get (s, i->b);
  for (uint64_t k = 0; k < n; k++) {
    word b = fill;
    if (i->op != OP_MEMSET && !access_byte (m, from, k, &b))
      return false;
    vec_push (m->mem, out, b);
  }
  return true;
}

/* Blocks of one memcpy may be the same, but must not overlap otherwise. */

static uint64_t shown (machine *m, state *s, term t) {
  uint64_t v = 0;
  machine_shown (m, s, t, &v);
  return v;
}

step block_check_apart (machine *m, state *s, const char *name,
                        const term to[2], const term from[2], term is_fine) {
  terms *ts = m->terms;
  term ahead = term_bv_sub (ts, to[0], from[0]);
  term behind = term_bv_sub (ts, from[0], to[0]);
  term hits = term_or (ts, term_binary (ts, KIND_BV_ULT, ahead, from[1]),
                       term_binary (ts, KIND_BV_ULT, behind, to[1]));
  int holds = machine_check (m, s, term_or (ts, is_fine, term_not (ts, hits)));
  if (holds)
    return holds == CHOICE_STOP ? STEP_STOP : STEP_NEXT;
  int64_t away = (int64_t) shown (m, s, ahead);
  cause why = {
      .reason = WHY_OVERLAP,
      .form = {VALUE_UNSIGNED, VALUE_UNSIGNED},
      .text = {name},
      .value = {shown (m, s, from[1]), (uint64_t) (away < 0 ? -away : away)}};
  return machine_fault (m, s, FAULT_OVERLAP, why);
}

static term place_of (terms *ts, const access *a) {
  return a->at.id ? a->at : term_bv (ts, 64, a->offset);
}

/* A question may have forked the space after the destination was owned. */
static void own_again (state *s, access *to, access *from) {
  object *old = to->object;
  if (old->owner == space_owner (s->space))
    return;
  to->object = space_own (s->space, address_slot (old->address));
  if (from->object == old)
    from->object = to->object;
}

static step check_apart (machine *m, state *s, const insn *i, term len,
                         const access *to, const access *from) {
  terms *ts = m->terms;
  if (i->op != OP_MEMCPY || to->object != from->object ||
      !m->context->options.check_native)
    return STEP_NEXT;
  term a[2] = {place_of (ts, to), len}, b[2] = {place_of (ts, from), len};
  return block_check_apart (m, s, op_name ((op) i->op), a, b,
                            term_equal (ts, a[0], b[0]));
}

static step move_bytes (machine *m, state *s, const insn *i, uint64_t n,
                        const access *to, const access *from) {
  block_byte_vec bytes = {0};
  if (n > BLOCK_MAX)
    return too_long (m, s, i, "address");
  bool is_done = op_block_gather (m, s, i, n, from, &bytes);
  for (uint64_t k = 0; is_done && k < n; k++)
    is_done = put_byte (m, to, k, bytes.data[k]);
  vec_release (m->mem, &bytes);
  return is_done ? STEP_NEXT : too_many_places (m, s, i);
}

static step concrete_length (machine *m, state *s, const insn *i, uint64_t n) {
  access to, from = {0};
  if (!n)
    return STEP_NEXT;
  step st = op_block_resolve (m, s, i, n, &to, &from);
  if (st == STEP_NEXT)
    st = check_apart (m, s, i, term_bv (m->terms, 64, n), &to, &from);
  if (st != STEP_NEXT)
    return st;
  own_again (s, &to, &from);
  if (to.at.id || from.at.id)
    return move_bytes (m, s, i, n, &to, &from);
  if (i->op == OP_MEMSET) {
    word fill = slot_get (s, i->b);
    object_fill (to.object, m->mem, m->terms, to.offset, n, (uint8_t) fill.bits,
                 fill.term);
  } else
    object_move (to.object, m->mem, to.offset, from.object, from.offset, n);
  return STEP_NEXT;
}

/* Symbolic length. */

static step too_far (machine *m, state *s, const char *name, const object *o,
                     term at, term len) {
  end_detail d;
  uint64_t offset = 0;
  access_describe (m, s, o, &d);
  machine_shown (m, s, at, &offset);
  machine_shown (m, s, len, &d.object.access);
  d.object.offset = (int64_t) offset;
  return machine_fault_about (m, s, FAULT_OUT_OF_BOUNDS,
                              cause_about (WHY_BLOCK_LENGTH, name), &d);
}

/* Is the length within what the object has behind the place? '*room' is what
 * it has at most.
 */
static step check_room (machine *m, state *s, const char *name, term len,
                        const access *a, uint64_t *room) {
  terms *ts = m->terms;
  const object *o = a->object;
  uint64_t first = a->at.id ? a->low : a->offset;
  assert (first <= o->size);
  term at = a->at.id ? a->at : term_bv (ts, 64, a->offset);
  term size = o->size_term.id ? o->size_term : term_bv (ts, 64, o->size);
  *room = o->size - first;
  int holds = machine_check (
      m, s, term_binary (ts, KIND_BV_ULE, len, term_bv_sub (ts, size, at)));
  if (holds == CHOICE_STOP)
    return STEP_STOP;
  return holds ? STEP_NEXT : too_far (m, s, name, o, at, len);
}

step block_check_whole (machine *m, state *s, const char *name, word at,
                        word len) {
  access a;
  uint64_t room;
  bool is_known = word_is_concrete (len);
  step st = access_resolve (m, s, at, is_known ? len.bits : 0, ACCESS_READ, &a);
  if (st != STEP_NEXT || is_known)
    return st;
  return check_room (m, s, name, len.term, &a, &room);
}

static uint64_t lesser (uint64_t a, uint64_t b) { return a < b ? a : b; }

static word choose_byte (terms *ts, term is_new, word a, word b) {
  return word_from (
      ts, term_ite (ts, is_new, word_term (ts, a, 8), word_term (ts, b, 8)));
}

/* Byte k of a block at a symbolic address is there only while k is below the
 * length; otherwise the first byte stands for it, which the object has.
 */
static access byte_at (terms *ts, const access *a, uint64_t k, term is_new) {
  access b = *a;
  uint64_t last = a->object->size - 1;
  assert (k < a->object->size); /* is_new is false elsewhere */
  if (!a->at.id) {
    b.offset += k;
    assert (b.offset <= last);
    return b;
  }
  term at = term_binary (ts, KIND_BV_ADD, a->at, term_bv (ts, 64, k));
  b.at = term_ite (ts, is_new, at, term_bv (ts, 64, a->low));
  b.high = lesser (a->high > last ? last : a->high + k, last);
  return b;
}

static term is_below (terms *ts, uint64_t k, term len) {
  return term_binary (ts, KIND_BV_ULT, term_bv (ts, 64, k), len);
}

static bool gather_some (machine *m, state *s, const insn *i, term len,
                         uint64_t max, const access *from,
                         block_byte_vec *out) {
  word fill = slot_get (s, i->b);
  for (uint64_t k = 0; k < max; k++) {
    word b = fill;
    if (i->op != OP_MEMSET) {
      access at = byte_at (m->terms, from, k, is_below (m->terms, k, len));
      if (!access_byte (m, &at, 0, &b))
        return false;
    }
    vec_push (m->mem, out, b);
  }
  return true;
}

static bool put_some (machine *m, term len, const access *to,
                      const block_byte_vec *fresh) {
  for (uint64_t k = 0; k < fresh->len; k++) {
    term is_new = is_below (m->terms, k, len);
    access at = byte_at (m->terms, to, k, is_new);
    word old;
    if (!access_byte (m, &at, 0, &old) ||
        !put_byte (m, &at, 0,
                   choose_byte (m->terms, is_new, fresh->data[k], old)))
      return false;
  }
  return true;
}

static step move_some (machine *m, state *s, const insn *i, term len,
                       uint64_t max, const access *to, const access *from) {
  block_byte_vec fresh = {0};
  assert (max <= BLOCK_MAX);
  bool is_done = gather_some (m, s, i, len, max, from, &fresh) &&
                 put_some (m, len, to, &fresh);
  vec_release (m->mem, &fresh);
  return is_done ? STEP_NEXT : too_many_places (m, s, i);
}

/* Places that the bytes of a block may have, all together. */
static bool has_many_places (const access *a, uint64_t n) {
  return a->at.id && n &&
         lesser (a->high, a->object->size) - a->low >= BLOCK_PLACES / n;
}

static step symbolic_length (machine *m, state *s, const insn *i, term len) {
  access to, from = {0};
  uint64_t low, high, room, from_room = UINT64_MAX;
  const char *name = op_name ((op) i->op);
  step st = op_block_resolve (m, s, i, 0, &to, &from);
  if (st == STEP_NEXT)
    st = check_room (m, s, name, len, &to, &room);
  if (st == STEP_NEXT && i->op != OP_MEMSET)
    st = check_room (m, s, name, len, &from, &from_room);
  if (st == STEP_NEXT)
    st = check_apart (m, s, i, len, &to, &from);
  if (st != STEP_NEXT)
    return st;
  m->chooser->range (m->chooser, s, len, &low, &high);
  uint64_t max = lesser (high, lesser (room, from_room));
  if (max > BLOCK_MAX)
    max = lesser (max, machine_bound (m, s, len));
  if (max > BLOCK_MAX)
    return too_long (m, s, i, "length");
  if (has_many_places (&to, max) || has_many_places (&from, max))
    return too_many_places (m, s, i);
  own_again (s, &to, &from);
  return move_some (m, s, i, len, max, &to, &from);
}

/* A null pointer is no fault where the length is zero: then nothing is done.
 * What lies behind any other address is asked for by the rules of accesses.
 */
static step where_null (machine *m, state *s, const insn *i, term len,
                        bool is_null) {
  terms *ts = m->terms;
  term is_zero = term_equal (ts, len, term_bv (ts, 64, 0));
  term guard[] = {is_zero, term_not (ts, is_zero)};
  int at =
      machine_choose (m, s, is_null ? CHOICE_CHECK : CHOICE_BRANCH, 2, guard);
  if (at != 1)
    return at == CHOICE_STOP ? STEP_STOP : STEP_NEXT;
  if (!is_null)
    return symbolic_length (m, s, i, len);
  return machine_fault (m, s, FAULT_NULL_POINTER,
                        cause_about (WHY_TEXT, op_name ((op) i->op)));
}

step op_block (machine *m, state *s, const insn *i) {
  word len = slot_get (s, i->c), to = slot_get (s, i->a);
  word from = i->op == OP_MEMSET ? to : slot_get (s, i->b);
  if (unset_use (m, s, &len, "a length") != STEP_NEXT)
    return STEP_STOP;
  if (word_is_concrete (len))
    return concrete_length (m, s, i, len.bits);
  if (access_may_be_null (m, to) || access_may_be_null (m, from)) {
    bool is_null = (word_is_concrete (to) && !to.bits) ||
                   (word_is_concrete (from) && !from.bits);
    return where_null (m, s, i, len.term, is_null);
  }
  return symbolic_length (m, s, i, len.term);
}
