/* Values that depend on a symbolic condition or index: no fork, the value is
 * a choice.
 */

#include "machine/machine_priv.h"

static bool op_select_is_same (word a, word b) {
  return a.bits == b.bits && term_eq (a.term, b.term);
}

static word choose_word (machine *m, term condition, word a, word b,
                         unsigned w) {
  if (op_select_is_same (a, b))
    return a;
  terms *ts = m->terms;
  term t = term_ite (ts, condition, word_term (ts, a, w), word_term (ts, b, w));
  return word_from (ts, t);
}

static step select_one (machine *m, state *s, const insn *in) {
  word c = slot_get (s, in->a), yes = slot_get (s, in->b),
       no = slot_get (s, in->c);
  if (in->x && unset_use (m, s, &c, "a condition") != STEP_NEXT)
    return STEP_STOP;
  if (word_is_concrete (c))
    slot_set (s, in->dst, c.bits & 1 ? yes : no);
  else
    slot_set (s, in->dst,
              choose_word (m, word_term (m->terms, c, 1), yes, no, in->w));
  return STEP_NEXT;
}

static term is_index (machine *m, word index, uint32_t i) {
  term t = word_term (m->terms, index, 64);
  return term_equal (m->terms, t, term_bv (m->terms, 64, i));
}

/* An index out of range may give anything: the first of the run. */
static step pick (machine *m, state *s, const insn *in) {
  word index = slot_get (s, in->c), v = slot_get (s, in->a);
  assert (in->b && in->a + in->b <= s->top->code->n_slots);
  if (word_is_concrete (index)) {
    if (index.bits < in->b)
      v = slot_get (s, in->a + (uint32_t) index.bits);
  } else
    for (uint32_t i = 1; i < in->b; i++)
      v = choose_word (m, is_index (m, index, i), slot_get (s, in->a + i), v,
                       in->w);
  slot_set (s, in->dst, v);
  return STEP_NEXT;
}

static step op_select_put (machine *m, state *s, const insn *in) {
  word index = slot_get (s, in->c), v = slot_get (s, in->a);
  if (word_is_concrete (index)) {
    if (index.bits < in->b)
      slot_set (s, in->dst + (uint32_t) index.bits, v);
  } else
    for (uint32_t i = 0; i < in->b; i++) {
      word old = slot_get (s, in->dst + i);
      slot_set (s, in->dst + i,
                choose_word (m, is_index (m, index, i), v, old, in->w));
    }
  return STEP_NEXT;
}

step op_select (machine *m, state *s, const insn *in) {
  if (in->op == OP_SELECT)
    return select_one (m, s, in);
  assert (in->op == OP_PICK || in->op == OP_PUT);
  return in->op == OP_PICK ? pick (m, s, in) : op_select_put (m, s, in);
}
