/* Casts of integers, where something is symbolic or wide. */

#include "machine/machine_priv.h"

static term op_cast_extend (terms *ts, bool is_signed, term a, unsigned from,
                            unsigned to) {
  if (from >= to)
    return a;
  if (from == 1) {
    term zero = term_bv (ts, to, 0), one = term_bv (ts, to, 1);
    return term_ite (
        ts, a, is_signed ? term_unary (ts, KIND_BV_NOT, zero) : one, zero);
  }
  return is_signed ? term_sext (ts, to - from, a)
                   : term_zext (ts, to - from, a);
}

step op_cast (machine *m, state *s, const insn *in) {
  assert (in->op == OP_TRUNC ? in->w <= in->x : in->w >= in->x);
  terms *ts = m->terms;
  term a = word_term (ts, slot_get (s, in->a), in->x);
  term t = in->op == OP_TRUNC
               ? word_term (ts, (word) {.term = a}, in->w)
               : op_cast_extend (ts, in->op == OP_SEXT, a, in->x, in->w);
  slot_set_term (m, s, in->dst, t);
  return STEP_NEXT;
}
