/* Rules for integers beyond those of sums and products. */

#include "term/rules_priv.h"

static bool is_minus_one (const terms *ts, term t) {
  return term_is_const (ts, t) &&
         num_eq ((num) {term_word (ts, t)}, num_of_i64 (NULL, -1));
}

term rule_int_div_one (terms *ts, const draft *d) {
  if (is_one (ts, d->arg[1]))
    return d->arg[0];
  return is_minus_one (ts, d->arg[1]) ? negated (ts, d->arg[0]) : TERM_NONE;
}

term rule_int_mod_one (terms *ts, const draft *d) {
  if (is_one (ts, d->arg[1]) || is_minus_one (ts, d->arg[1]))
    return term_int (ts, NUM_ZERO);
  return TERM_NONE;
}

term rule_int_le_same (terms *ts, const draft *d) {
  (void) ts;
  return term_eq (d->arg[0], d->arg[1]) ? TERM_TRUE : TERM_NONE;
}

static term less_equal (terms *ts, term a, term b) {
  return term_binary (ts, KIND_INT_LE, a, b);
}

/* x + 3 <= 5 is x <= 2, and 5 <= x + 3 is 2 <= x. */
term rule_int_le_const (terms *ts, const draft *d) {
  term a = d->arg[0], b = d->arg[1];
  if (term_is_const (ts, b) && is_offset (ts, a))
    return less_equal (ts, term_arg (ts, a, 0),
                       sum (ts, b, negated (ts, term_arg (ts, a, 1))));
  if (term_is_const (ts, a) && is_offset (ts, b))
    return less_equal (ts, sum (ts, a, negated (ts, term_arg (ts, b, 1))),
                       term_arg (ts, b, 0));
  return TERM_NONE;
}

/* Between two terms a constant stands at the left. */
term rule_int_le_sums (terms *ts, const draft *d) {
  term a = d->arg[0], b = d->arg[1];
  if (term_is_const (ts, a) || !is_offset (ts, b))
    return TERM_NONE;
  return less_equal (ts, sum (ts, a, negated (ts, term_arg (ts, b, 1))),
                     term_arg (ts, b, 0));
}

/* 3x <= 7 is x <= 2. SMT-LIB's div by k rounds down for k > 0 and up for
 * k < 0, which is what is needed on either side; c <= kx is -kx <= -c.
 */
term rule_int_le_scaled (terms *ts, const draft *d) {
  bool left = is_scaled (ts, d->arg[0]);
  term t = d->arg[left ? 0 : 1], c = d->arg[left ? 1 : 0];
  if (!is_scaled (ts, t) || !term_is_const (ts, c))
    return TERM_NONE;
  term x = term_arg (ts, t, 0), k = term_arg (ts, t, 1);
  int sign = num_sign ((num) {term_word (ts, k)});
  if (!sign)
    return TERM_NONE;
  if (!left) {
    k = negated (ts, k);
    c = negated (ts, c);
    sign = -sign;
  }
  term q = term_binary (ts, KIND_INT_DIV, c, k);
  return sign > 0 ? less_equal (ts, x, q) : less_equal (ts, q, x);
}
