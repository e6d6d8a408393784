/* Comparisons, and whether arithmetic overflows, where something is symbolic
 * or wide. The result is a Bool.
 */

#include "machine/machine_priv.h"
#include "term/unset.h"

/* One bit: 0 < 1 unsigned, 1 < 0 signed. */
static term order_bools (terms *ts, unsigned what, term a, term b) {
  switch (what) {
  case OP_ULT:
    return term_and (ts, term_not (ts, a), b);
  case OP_ULE:
    return term_or (ts, term_not (ts, a), b);
  case OP_SLT:
    return term_and (ts, a, term_not (ts, b));
  default:
    assert (what == OP_SLE);
    return term_or (ts, a, term_not (ts, b));
  }
}

static term comparing_compare (terms *ts, unsigned what, unsigned w, term a,
                               term b) {
  static const kind kinds[] = {[OP_ULT] = KIND_BV_ULT,
                               [OP_ULE] = KIND_BV_ULE,
                               [OP_SLT] = KIND_BV_SLT,
                               [OP_SLE] = KIND_BV_SLE};
  if (what == OP_EQ)
    return term_equal (ts, a, b);
  if (what == OP_NE)
    return term_not (ts, term_equal (ts, a, b));
  return w == 1 ? order_bools (ts, what, a, b)
                : term_binary (ts, kinds[what], a, b);
}

static term is_negative (terms *ts, term a, unsigned w) {
  return term_binary (ts, KIND_BV_SLT, a, term_bv (ts, w, 0));
}

/* The signs of the operands and of the result say it: for a sum, operands of
 * one sign and a result of the other; for a difference, operands of two signs
 * and a result of that of the second.
 */
static term sum_overflows (terms *ts, bool is_difference, term a, term b,
                           unsigned w) {
  term r = is_difference ? term_bv_sub (ts, a, b)
                         : term_binary (ts, KIND_BV_ADD, a, b);
  term na = is_negative (ts, a, w), nb = is_negative (ts, b, w);
  term differ = term_binary (ts, KIND_XOR, na, nb);
  term turned = term_binary (ts, KIND_XOR, na, is_negative (ts, r, w));
  return term_and (ts, is_difference ? differ : term_not (ts, differ), turned);
}

static term product_overflows (terms *ts, bool is_signed, term a, term b,
                               unsigned w) {
  kind extend = is_signed ? KIND_SEXT : KIND_ZEXT;
  term wa = term_build (ts, extend, w, a, TERM_NONE, TERM_NONE);
  term wb = term_build (ts, extend, w, b, TERM_NONE, TERM_NONE);
  term product = term_binary (ts, KIND_BV_MUL, wa, wb);
  term low = term_extract (ts, w - 1, 0, product);
  term same = term_build (ts, extend, w, low, TERM_NONE, TERM_NONE);
  return term_not (ts, term_equal (ts, product, same));
}

term compare_overflow (terms *ts, unsigned what, term a, term b, unsigned w) {
  switch (what) {
  case OP_SADD_OVERFLOWS:
    return sum_overflows (ts, false, a, b, w);
  case OP_SSUB_OVERFLOWS:
    return sum_overflows (ts, true, a, b, w);
  case OP_UADD_OVERFLOWS:
    return term_binary (ts, KIND_BV_ULT, term_binary (ts, KIND_BV_ADD, a, b),
                        a);
  case OP_USUB_OVERFLOWS:
    return term_binary (ts, KIND_BV_ULT, a, b);
  default:
    assert (what == OP_SMUL_OVERFLOWS || what == OP_UMUL_OVERFLOWS);
    return product_overflows (ts, what == OP_SMUL_OVERFLOWS, a, b, w);
  }
}

step op_compare (machine *m, state *s, const insn *in) {
  terms *ts = m->terms;
  term a = word_term (ts, slot_get (s, in->a), in->w);
  term b = word_term (ts, slot_get (s, in->b), in->w), t;
  b = unset_apart (m->unset, a, b);
  if (in->op >= OP_SADD_OVERFLOWS && in->op <= OP_UMUL_OVERFLOWS)
    t = compare_overflow (ts, in->op, word_bits (ts, a), word_bits (ts, b),
                          in->w);
  else
    t = comparing_compare (ts, in->op, in->w, a, b);
  assert (sort_is_bool (term_sort (ts, t)));
  slot_set_term (m, s, in->dst, t);
  return STEP_NEXT;
}
