/* What is not a number.
 *
 * Terms of KIND_FP_* have one NaN. The processor has many: it passes that of an
 * operand on, made quiet, or makes the default one, whose sign is set; signbit,
 * memcpy and printf see which. So a result that may be NaN is
 *
 *     ite (is NaN number) which number
 *
 * and all that computes with it takes the number alone, so that solvers meet
 * the rest only where a program looks at the bits.
 *
 * Of two operands that are NaN, SSE passes the first one on. x87 takes that
 * with the larger significand, hence a quiet one, then the positive one; bits
 * that are no number of 80 bits at all make the default.
 */

#include "machine/floating.h"

#include "base/bits.h"
#include "term/bounds.h"

static term cut (terms *ts, term t, unsigned high, unsigned low) {
  return term_extract (ts, high, low, t);
}

static term all_ones (terms *ts, unsigned w) {
  return term_bv (ts, w, ~UINT64_C (0));
}

/* Of 80 bits: without the digit before the point, unless the exponent is 0. */
static term is_no_encoding (terms *ts, term t) {
  term digit = term_equal (ts, cut (ts, t, 63, 63), all_ones (ts, 1));
  term low = term_equal (ts, cut (ts, t, 78, 64), term_bv (ts, 15, 0));
  return term_not (ts, term_or (ts, digit, low));
}

term float_nan_test (terms *ts, term t) {
  unsigned w = term_width (ts, t);
  if (w <= 64)
    return term_binary (
        ts, KIND_BV_ULT, term_bv (ts, w, ieee_infinity (w)),
        term_binary (ts, KIND_BV_AND, t, term_bv (ts, w, bits_mask (w - 1))));
  term special = term_equal (ts, cut (ts, t, 78, 64), all_ones (ts, 15));
  term fraction = term_equal (ts, cut (ts, t, 62, 0), term_bv (ts, 63, 0));
  return term_or (ts, is_no_encoding (ts, t),
                  term_and (ts, special, term_not (ts, fraction)));
}

/* From the quiet bit to below the sign. */
static unsigned quiet_size (unsigned w) { return w - ieee_fraction (w); }

/* A quiet NaN of w bits, with sign and fraction of t, from the highest bit. */
static term quiet (terms *ts, unsigned w, term t) {
  unsigned from = term_width (ts, t), f = ieee_fraction (from) - 1;
  unsigned g = ieee_fraction (w) - 1, most = f < g ? f : g;
  term res = term_concat (ts, cut (ts, t, from - 1, from - 1),
                          all_ones (ts, quiet_size (w)));
  res = term_concat (ts, res, cut (ts, t, f - 1, f - most));
  return most < g ? term_concat (ts, res, term_bv (ts, g - most, 0)) : res;
}

static term default_nan (terms *ts, unsigned w) {
  unsigned ones = 1 + quiet_size (w);
  return term_concat (ts, all_ones (ts, ones), term_bv (ts, w - ones, 0));
}

static term larger_nan (terms *ts, term a, term b) {
  term x = term_concat (ts, cut (ts, a, 63, 0),
                        term_unary (ts, KIND_BV_NOT, cut (ts, a, 79, 79)));
  term y = term_concat (ts, cut (ts, b, 63, 0),
                        term_unary (ts, KIND_BV_NOT, cut (ts, b, 79, 79)));
  return term_ite (ts, term_binary (ts, KIND_BV_ULT, x, y), b, a);
}

static term nan_test_of (machine *m, unsigned w, word v) {
  return word_term (m->terms, float_is_nan (m, w, v), 1);
}

/* Which NaN w bits have that come from these numbers of 'from' bits. */
static term which (machine *m, unsigned w, unsigned from, unsigned n,
                   const word arg[3]) {
  terms *ts = m->terms;
  term res = default_nan (ts, w), later = TERM_NONE;
  for (unsigned i = n; i-- > 0;) {
    term t = word_term (ts, arg[i], from), is = nan_test_of (m, from, arg[i]);
    term here = t;
    if (from == 80 && later.id)
      here = term_ite (ts, nan_test_of (m, from, arg[i + 1]),
                       larger_nan (ts, t, later), t);
    res = term_ite (ts, is, quiet (ts, w, here), res);
    later = t;
  }
  for (unsigned i = 0; from == 80 && i < n; i++)
    res = term_ite (ts, is_no_encoding (ts, word_term (ts, arg[i], from)),
                    default_nan (ts, w), res);
  return res;
}

static word choice (terms *ts, term nan, term number) {
  return word_from (ts,
                    term_ite (ts, float_nan_test (ts, number), nan, number));
}

word float_result (machine *m, unsigned w, word number, unsigned from,
                   unsigned n, const word arg[3]) {
  terms *ts = m->terms;
  if (word_is_concrete (number)
          ? w <= 64 && !ieee_is_nan (w, number.bits)
          : term_eq (nan_test_of (m, w, number), TERM_FALSE))
    return number;
  return choice (ts, which (m, w, from, n, arg), word_term (ts, number, w));
}

#define DEEPEST 4

/* Does every value of the term have all bits of a quiet NaN? */
static bool is_surely_nan (terms *ts, term t, unsigned depth) {
  if (term_kind (ts, t) == KIND_ITE && depth < DEEPEST)
    return is_surely_nan (ts, term_arg (ts, t, 1), depth + 1) &&
           is_surely_nan (ts, term_arg (ts, t, 2), depth + 1);
  unsigned w = term_width (ts, t), n = quiet_size (w);
  return term_bounds (ts, cut (ts, t, w - 2, w - 1 - n)).ones == bits_mask (n);
}

/* Where the number is in a choice, however rules have turned it: 1 or 2; 0: it
 * is none. What the program itself chooses so is its number, too: which NaN it
 * is makes no difference to numbers.
 */
static unsigned choice_of (terms *ts, term t) {
  if (term_kind (ts, t) != KIND_ITE || term_width (ts, t) < 16)
    return 0;
  for (unsigned i = 1; i <= 2; i++) {
    term is = float_nan_test (ts, term_arg (ts, t, i));
    if (term_eq (term_arg (ts, t, 0), i == 2 ? is : term_not (ts, is)) &&
        is_surely_nan (ts, term_arg (ts, t, 3 - i), 0))
      return i;
  }
  return 0;
}

static term number (terms *ts, term t, unsigned depth) {
  unsigned at = choice_of (ts, t);
  if (at)
    return term_arg (ts, t, at);
  if (term_kind (ts, t) != KIND_ITE || depth == DEEPEST)
    return t;
  return term_ite (ts, term_arg (ts, t, 0),
                   number (ts, term_arg (ts, t, 1), depth + 1),
                   number (ts, term_arg (ts, t, 2), depth + 1));
}

word float_number (machine *m, word v) {
  return word_is_concrete (v)
             ? v
             : word_from (m->terms, number (m->terms, v.term, 0));
}

/* One of BV_AND, BV_OR, BV_XOR with a mask that leaves NaN what it is. */
word float_sign (machine *m, kind k, unsigned w, word v, uint64_t mask) {
  terms *ts = m->terms;
  unsigned at = word_is_concrete (v) ? 0 : choice_of (ts, v.term);
  if (!at)
    return float_bits (m, k, w, v, word_of (mask));
  term with = term_bv (ts, w, mask);
  return choice (ts, term_binary (ts, k, term_arg (ts, v.term, 3 - at), with),
                 term_binary (ts, k, term_arg (ts, v.term, at), with));
}
