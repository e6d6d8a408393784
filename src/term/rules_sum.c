/* Rules for sums and products, in bit-vectors and integers alike. The normal
 * form is (x + y) + c with coefficients x * c; bvnot x is -x - 1.
 */

#include "term/rules_priv.h"

/* x * 2^k in its other form: x shifted left. */
static bool is_shifted (const terms *ts, term t) {
  const node *n = term_node (ts, t);
  if (n->kind != KIND_CONCAT || !is_zero (ts, n->arg[1]))
    return false;
  const node *high = term_node (ts, n->arg[0]);
  return high->kind == KIND_EXTRACT && !(high->payload & ~0u) &&
         sort_eq (term_sort (ts, high->arg[0]), n->sort);
}

/* t is base * coefficient. */
static term base (const terms *ts, term t) {
  if (is_kind (ts, t, KIND_BV_NEG) || is_scaled (ts, t))
    return term_arg (ts, t, 0);
  return is_shifted (ts, t) ? term_arg (ts, term_arg (ts, t, 0), 0) : t;
}

static term coefficient (terms *ts, term t) {
  sort s = term_sort (ts, t);
  if (is_scaled (ts, t))
    return term_arg (ts, t, 1);
  term one = sort_is_int (s) ? term_int (ts, NUM_ONE)
                             : term_bv (ts, sort_width (s), 1);
  if (is_kind (ts, t, KIND_BV_NEG))
    return negated (ts, one);
  if (!is_shifted (ts, t))
    return one;
  unsigned by = term_width (ts, term_arg (ts, t, 1));
  return term_binary (ts, KIND_BV_SHL, one, term_bv (ts, sort_width (s), by));
}

static term combined (terms *ts, term a, term b) {
  return product (ts, base (ts, a),
                  sum (ts, coefficient (ts, a), coefficient (ts, b)));
}

term rule_sum_zero (terms *ts, const draft *d) {
  return is_zero (ts, d->arg[1]) ? d->arg[0] : TERM_NONE;
}

term rule_sum_nested (terms *ts, const draft *d) {
  term a = d->arg[0], b = d->arg[1];
  if (!term_is_const (ts, b) || !is_offset (ts, a))
    return TERM_NONE;
  return sum (ts, term_arg (ts, a, 0), sum (ts, term_arg (ts, a, 1), b));
}

term rule_sum_pull_const (terms *ts, const draft *d) {
  if (term_is_const (ts, d->arg[1]))
    return TERM_NONE;
  for (unsigned i = 0; i < 2; i++) {
    term a = d->arg[i], b = d->arg[!i];
    if (is_offset (ts, b))
      return sum (ts, sum (ts, a, term_arg (ts, b, 0)), term_arg (ts, b, 1));
  }
  return TERM_NONE;
}

/* ~x + c is -x + (c - 1), and -x - 1 is ~x. */
term rule_sum_not (terms *ts, const draft *d) {
  term a = d->arg[0], c = d->arg[1];
  if (!term_is_const (ts, c))
    return TERM_NONE;
  if (is_kind (ts, a, KIND_BV_NEG) && is_ones (ts, c))
    return term_unary (ts, KIND_BV_NOT, term_arg (ts, a, 0));
  if (!is_kind (ts, a, KIND_BV_NOT))
    return TERM_NONE;
  return sum (ts, negated (ts, term_arg (ts, a, 0)),
              sum (ts, c, bv_ones (ts, term_width (ts, c))));
}

term rule_sum_coefficients (terms *ts, const draft *d) {
  term a = d->arg[0], b = d->arg[1];
  if (term_is_const (ts, b) || !term_eq (base (ts, a), base (ts, b)))
    return TERM_NONE;
  return combined (ts, a, b);
}

/* The same one level down: (x + y) + 3x is 4x + y. */
term rule_sum_inner (terms *ts, const draft *d) {
  if (term_is_const (ts, d->arg[1]))
    return TERM_NONE;
  for (unsigned i = 0; i < 2; i++) {
    term a = d->arg[i], b = d->arg[!i];
    if (!is_kind (ts, b, d->kind))
      continue;
    for (unsigned j = 0; j < 2; j++)
      if (term_eq (base (ts, a), base (ts, term_arg (ts, b, j))))
        return sum (ts, combined (ts, a, term_arg (ts, b, j)),
                    term_arg (ts, b, !j));
  }
  return TERM_NONE;
}

term rule_mul_const (terms *ts, const draft *d) {
  term a = d->arg[0], c = d->arg[1];
  if (is_zero (ts, c))
    return c;
  if (is_one (ts, c))
    return a;
  return is_ones (ts, c) ? term_unary (ts, KIND_BV_NEG, a) : TERM_NONE;
}

term rule_mul_nested (terms *ts, const draft *d) {
  term a = d->arg[0], c = d->arg[1];
  if (!term_is_const (ts, c))
    return TERM_NONE;
  if (is_scaled (ts, a))
    return product (ts, term_arg (ts, a, 0),
                    product (ts, term_arg (ts, a, 1), c));
  if (is_kind (ts, a, KIND_BV_NEG))
    return product (ts, term_arg (ts, a, 0), negated (ts, c));
  return TERM_NONE;
}

term rule_mul_distribute (terms *ts, const draft *d) {
  term a = d->arg[0], c = d->arg[1];
  if (!term_is_const (ts, c) || !is_offset (ts, a))
    return TERM_NONE;
  return sum (ts, product (ts, term_arg (ts, a, 0), c),
              product (ts, term_arg (ts, a, 1), c));
}

term rule_neg_neg (terms *ts, const draft *d) {
  term a = d->arg[0];
  return is_kind (ts, a, KIND_BV_NEG) ? term_arg (ts, a, 0) : TERM_NONE;
}

term rule_neg_bit (terms *ts, const draft *d) {
  (void) ts;
  return sort_width (d->sort) == 1 ? d->arg[0] : TERM_NONE;
}

term rule_neg_linear (terms *ts, const draft *d) {
  term a = d->arg[0];
  if (is_offset (ts, a))
    return sum (ts, negated (ts, term_arg (ts, a, 0)),
                negated (ts, term_arg (ts, a, 1)));
  if (is_scaled (ts, a))
    return product (ts, term_arg (ts, a, 0), negated (ts, term_arg (ts, a, 1)));
  if (is_kind (ts, a, KIND_BV_NOT))
    return sum (ts, term_arg (ts, a, 0), term_bv (ts, sort_width (d->sort), 1));
  return TERM_NONE;
}

/* -(x - y) is y - x. */
term rule_neg_difference (terms *ts, const draft *d) {
  const node *n = term_node (ts, d->arg[0]);
  if (n->kind != KIND_BV_ADD)
    return TERM_NONE;
  for (unsigned i = 0; i < 2; i++)
    if (is_kind (ts, n->arg[i], KIND_BV_NEG))
      return sum (ts, term_arg (ts, n->arg[i], 0), negated (ts, n->arg[!i]));
  return TERM_NONE;
}

term rule_bvnot_not (terms *ts, const draft *d) {
  term a = d->arg[0];
  return is_kind (ts, a, KIND_BV_NOT) ? term_arg (ts, a, 0) : TERM_NONE;
}

/* ~(x + c) is -x + ~c, and ~-x is x - 1. */
term rule_bvnot_linear (terms *ts, const draft *d) {
  term a = d->arg[0];
  if (is_offset (ts, a))
    return sum (ts, negated (ts, term_arg (ts, a, 0)),
                term_unary (ts, KIND_BV_NOT, term_arg (ts, a, 1)));
  if (is_kind (ts, a, KIND_BV_NEG))
    return sum (ts, term_arg (ts, a, 0), bv_ones (ts, sort_width (d->sort)));
  return TERM_NONE;
}
