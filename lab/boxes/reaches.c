#include "lab/boxes/reaches.h"

#include "base/bits.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

static bool is_format (unsigned w) { return w == 16 || w == 32 || w == 64; }

static int64_t infinity (unsigned w) { return (int64_t) ieee_infinity (w); }

static uint64_t word_of_key (unsigned w, int64_t key) {
  return key < 0 ? bits_sign (w) | (uint64_t) -key : (uint64_t) key;
}

static int64_t larger (int64_t a, int64_t b) { return a > b ? a : b; }
static int64_t smaller (int64_t a, int64_t b) { return a < b ? a : b; }

reach reach_full (unsigned w) {
  assert (w && w <= 64);
  int64_t most = (int64_t) (bits_mask (w) >> 1);
  reach r = {.high = bits_mask (w), .least = -most - 1, .most = most};
  if (is_format (w)) {
    r.first = -infinity (w);
    r.last = infinity (w);
    r.may_be_nan = true;
  }
  return r;
}

/* What one view says to the others. Words of one sign are in one order as
 * words, signed words and magnitudes of numbers.
 */

static void take_words (reach *r, uint64_t low, uint64_t high) {
  r->low = low > r->low ? low : r->low;
  r->high = high < r->high ? high : r->high;
}

static void take_numbers (reach *r, int64_t first, int64_t last) {
  r->first = larger (r->first, first);
  r->last = smaller (r->last, last);
}

static void words_to_signed (unsigned w, reach *r) {
  if (r->low >> (w - 1) != r->high >> (w - 1))
    return;
  r->least = larger (r->least, bits_signed (r->low, w));
  r->most = smaller (r->most, bits_signed (r->high, w));
}

static void signed_to_words (unsigned w, reach *r) {
  if (r->least > r->most)
    take_words (r, 1, 0);
  else if ((r->least < 0) == (r->most < 0))
    take_words (r, (uint64_t) r->least & bits_mask (w),
                (uint64_t) r->most & bits_mask (w));
}

static void words_to_numbers (unsigned w, reach *r) {
  uint64_t sign = bits_sign (w), most = ieee_infinity (w);
  if ((r->low & sign) != (r->high & sign))
    return;
  uint64_t low = r->low & ~sign, high = r->high & ~sign;
  int64_t last = (int64_t) (high < most ? high : most);
  if (r->low & sign)
    take_numbers (r, -last, -(int64_t) low);
  else
    take_numbers (r, (int64_t) low, last);
  r->may_be_nan &= high > most;
}

/* Both zeros have one key. */
static void numbers_to_words (unsigned w, reach *r) {
  if (r->may_be_nan)
    return;
  if (r->first > r->last)
    take_words (r, 1, 0);
  else if (r->first > 0)
    take_words (r, word_of_key (w, r->first), word_of_key (w, r->last));
  else if (r->last < 0)
    take_words (r, word_of_key (w, r->last), word_of_key (w, r->first));
}

static void agree (unsigned w, reach *r) {
  for (unsigned i = 0; i < 2 && !reach_is_empty (r); i++) {
    if (is_format (w)) {
      words_to_numbers (w, r);
      numbers_to_words (w, r);
    }
    if (!reach_is_empty (r))
      words_to_signed (w, r);
    signed_to_words (w, r);
  }
}

bool reach_meet (unsigned w, reach *r, const reach *other) {
  reach was = *r;
  take_words (r, other->low, other->high);
  r->least = larger (r->least, other->least);
  r->most = smaller (r->most, other->most);
  if (is_format (w)) {
    take_numbers (r, other->first, other->last);
    r->may_be_nan &= other->may_be_nan;
  }
  agree (w, r);
  return r->low != was.low || r->high != was.high || r->least != was.least ||
         r->most != was.most || r->first != was.first || r->last != was.last ||
         r->may_be_nan != was.may_be_nan;
}

reach reach_words (unsigned w, uint64_t low, uint64_t high) {
  reach r = reach_full (w);
  take_words (&r, low, high);
  agree (w, &r);
  return r;
}

reach reach_signed (unsigned w, int64_t least, int64_t most) {
  reach r = reach_full (w);
  r.least = larger (r.least, least);
  r.most = smaller (r.most, most);
  agree (w, &r);
  return r;
}

reach reach_numbers (unsigned w, int64_t first, int64_t last, bool may_be_nan) {
  assert (is_format (w));
  reach r = reach_full (w);
  take_numbers (&r, first, last);
  r.may_be_nan = may_be_nan;
  agree (w, &r);
  return r;
}

bool reach_has (const reach *r, unsigned w, uint64_t word) {
  int64_t x = bits_signed (word, w), key = ieee_key (word, w);
  return word >= r->low && word <= r->high && x >= r->least && x <= r->most &&
         (!is_format (w) ||
          (ieee_is_nan (w, word) ? r->may_be_nan
                                 : key >= r->first && key <= r->last));
}

/* Numbers. */

static bool has_infinity (unsigned w, const reach *r) {
  return r->first == -infinity (w) || r->last == infinity (w);
}

static bool has_zero (const reach *r) { return r->first <= 0 && r->last >= 0; }

/* Is some result NaN although no argument is, and no corner? */
static bool may_be_undefined (kind k, unsigned w, const reach *a,
                              const reach *b) {
  if (k != KIND_FP_MUL && k != KIND_FP_FMA)
    return k == KIND_FP_SQRT && a->first < 0;
  return (has_infinity (w, a) && has_zero (b)) ||
         (has_zero (a) && has_infinity (w, b));
}

/* Bit i of 'which': the last value of argument i, not the first. */
static uint64_t corner (unsigned w, const reach *r, unsigned which,
                        unsigned i) {
  return word_of_key (w, which >> i & 1 ? r[i].last : r[i].first);
}

static reach over_corners (kind k, uint64_t payload, unsigned from, unsigned w,
                           unsigned n, const reach *arg, bool may_be_nan) {
  int64_t first = INT64_MAX, last = INT64_MIN;
  for (unsigned which = 0; which < 1u << n; which++) {
    uint64_t x = ieee_apply (k, from, payload, corner (from, arg, which, 0),
                             n > 1 ? corner (from, arg, which, 1) : 0,
                             n > 2 ? corner (from, arg, which, 2) : 0);
    if (ieee_is_nan (w, x))
      return reach_full (w);
    first = smaller (first, ieee_key (x, w));
    last = larger (last, ieee_key (x, w));
  }
  return reach_numbers (w, first, last, may_be_nan);
}

static int64_t size_of_numbers (const reach *r) {
  return larger (-r->first, r->last);
}

static long double real_of_key (unsigned w, int64_t key) {
  uint64_t bits = word_of_key (w, key);
  double x;
  if (w != 64)
    bits = ieee_apply (KIND_FP_CONVERT, w, 64, bits, 0, 0);
  memcpy (&x, &bits, sizeof x);
  return x;
}

/* Which multiple of b is taken from a; false: it may be large. What is computed
 * is off by much less than a half.
 */
static bool multiple_of (unsigned w, int64_t a, int64_t b, long double *out) {
  uint64_t rest =
      ieee_apply (KIND_FP_REM, w, 0, word_of_key (w, a), word_of_key (w, b), 0);
  long double x = real_of_key (w, a) - real_of_key (w, ieee_key (rest, w));
  *out = rintl (x / real_of_key (w, b));
  return *out > -0x1p50L && *out < 0x1p50L;
}

/* At most half of the divisor, and no larger than the number. Between two
 * numbers from which the same multiple of one divisor is taken it is so, too,
 * and then the remainder grows as the number does.
 */
static reach of_remainder (unsigned w, const reach *a, const reach *b,
                           bool may_be_nan) {
  may_be_nan |= has_infinity (w, a) || has_zero (b);
  int64_t most = size_of_numbers (b);
  uint64_t half = ieee_infinity (w) / 2 & ieee_infinity (w);
  half -= (uint64_t) 1 << ieee_fraction (w);
  half = ieee_apply (KIND_FP_MUL, w, IEEE_UP, (uint64_t) most, half, 0);
  most = smaller (ieee_key (half, w), size_of_numbers (a));
  long double first, last;
  if (b->first != b->last || may_be_nan || has_infinity (w, b) ||
      !multiple_of (w, a->first, b->first, &first) ||
      !multiple_of (w, a->last, b->first, &last) || first != last)
    return reach_numbers (w, -most, most, may_be_nan);
  return over_corners (KIND_FP_REM, 0, w, w, 2, (const reach[]) {*a, *b},
                       false);
}

static reach of_numbers (kind k, uint64_t payload, unsigned from, unsigned w,
                         unsigned n, const reach *arg) {
  bool may_be_nan = may_be_undefined (k, from, arg, arg + 1);
  reach x[3] = {{0}};
  for (unsigned i = 0; i < n; i++) {
    x[i] = arg[i];
    may_be_nan |= x[i].may_be_nan;
  }
  if (k == KIND_FP_SQRT)
    x[0].first = larger (x[0].first, 0);
  for (unsigned i = 0; i < n; i++)
    if (x[i].first > x[i].last)
      return reach_numbers (w, 1, 0, may_be_nan);
  if (k == KIND_FP_REM)
    return of_remainder (w, x, x + 1, may_be_nan);
  if (k == KIND_FP_DIV && has_zero (x + 1))
    return reach_full (w);
  return over_corners (k, payload, from, w, n, x, may_be_nan);
}

static reach of_integer (kind k, uint64_t payload, unsigned from, unsigned w,
                         const reach *a) {
  bool is_signed = k == KIND_FP_FROM_SINT;
  uint64_t low = is_signed ? (uint64_t) a->least & bits_mask (from) : a->low;
  uint64_t high = is_signed ? (uint64_t) a->most & bits_mask (from) : a->high;
  return reach_numbers (
      w, ieee_key (ieee_apply (k, from, payload, low, 0, 0), w),
      ieee_key (ieee_apply (k, from, payload, high, 0, 0), w), false);
}

/* Where everything fits; what does not is the least integer. */
static reach to_integer (unsigned from, unsigned w, const reach *a) {
  int64_t limit = ieee_key (
      ieee_apply (KIND_FP_FROM_SINT, w, from, bits_sign (w), 0, 0), from);
  if (a->may_be_nan || a->first > a->last || a->first < limit ||
      a->last >= -limit)
    return reach_full (w);
  uint64_t least =
      ieee_apply (KIND_FP_TO_SINT, from, w, word_of_key (from, a->first), 0, 0);
  uint64_t most =
      ieee_apply (KIND_FP_TO_SINT, from, w, word_of_key (from, a->last), 0, 0);
  return reach_signed (w, bits_signed (least, w), bits_signed (most, w));
}

/* What is NaN is in the order of its words, where they have one sign. */
reach reach_order (unsigned w, const reach *r) {
  int64_t most = (int64_t) (bits_mask (w) >> 1);
  int64_t low = ieee_key (r->low, w), high = ieee_key (r->high, w);
  if (!r->may_be_nan)
    return reach_signed (w, r->first, r->last);
  if (r->high < bits_sign (w))
    return reach_signed (w, low, high);
  return r->low < bits_sign (w) ? reach_signed (w, -most, most)
                                : reach_signed (w, high, low);
}

/* All but the sign. */
reach reach_magnitude (unsigned w, const reach *r) {
  int64_t low = infinity (w) + 1, high = r->may_be_nan ? INT64_MAX : 0;
  if (r->first <= r->last) {
    low = has_zero (r) ? 0 : larger (r->first, -r->last);
    high = larger (high, larger (-r->first, r->last));
  }
  return reach_words (w - 1, (uint64_t) low, (uint64_t) high);
}

reach reach_negated (unsigned w, const reach *r) {
  return reach_numbers (w, -r->last, -r->first, r->may_be_nan);
}

/* Words. */

static reach truth (bool may_be_false, bool may_be_true) {
  return reach_words (1, !may_be_false, may_be_true);
}

static bool is_apart (const reach *a, const reach *b) {
  return a->high < b->low || b->high < a->low || a->most < b->least ||
         b->most < a->least;
}

static reach of_order (kind k, const reach *a, const reach *b) {
  switch (k) {
  case KIND_EQ:
    return truth (!reach_is_point (a) || !reach_is_point (b) ||
                      a->low != b->low,
                  !is_apart (a, b));
  case KIND_BV_ULT:
    return truth (a->high >= b->low, a->low < b->high);
  case KIND_BV_ULE:
    return truth (a->high > b->low, a->low <= b->high);
  case KIND_BV_SLT:
    return truth (a->most >= b->least, a->least < b->most);
  default:
    assert (k == KIND_BV_SLE);
    return truth (a->most > b->least, a->least <= b->most);
  }
}

static reach of_bool (kind k, const reach *a, const reach *b) {
  switch (k) {
  case KIND_NOT:
    return reach_words (1, !a->high, !a->low);
  case KIND_AND:
    return reach_words (1, a->low & b->low, a->high & b->high);
  case KIND_OR:
    return reach_words (1, a->low | b->low, a->high | b->high);
  default:
    assert (k == KIND_XOR);
    return reach_is_point (a) && reach_is_point (b)
               ? reach_words (1, a->low ^ b->low, a->low ^ b->low)
               : reach_full (1);
  }
}

/* Both views of both. */
static reach widened (unsigned w, const reach *a, const reach *b) {
  reach r = {.low = a->low < b->low ? a->low : b->low,
             .high = a->high > b->high ? a->high : b->high,
             .least = smaller (a->least, b->least),
             .most = larger (a->most, b->most)};
  if (!is_format (w))
    return r;
  const reach *x = a->first > a->last ? b : a, *y = b->first > b->last ? x : b;
  r.first = smaller (x->first, y->first);
  r.last = larger (x->last, y->last);
  r.may_be_nan = a->may_be_nan || b->may_be_nan;
  return r;
}

/* Sums that wrap nowhere, unsigned and signed. */
static reach of_sum (unsigned w, const reach *a, const reach *b) {
  uint64_t high;
  int64_t least, most;
  reach r = reach_full (w), full = r;
  if (!__builtin_add_overflow (a->high, b->high, &high) &&
      high <= bits_mask (w))
    take_words (&r, a->low + b->low, high);
  if (!__builtin_add_overflow (a->least, b->least, &least) &&
      !__builtin_add_overflow (a->most, b->most, &most) &&
      least >= full.least && most <= full.most) {
    r.least = least;
    r.most = most;
  }
  agree (w, &r);
  return r;
}

/* What is above the part is the same in all words. */
static reach of_extract (uint64_t payload, unsigned w, const reach *a) {
  unsigned low = (unsigned) (payload & ~0u), high = (unsigned) (payload >> 32);
  if (high < 63 && a->low >> (high + 1) != a->high >> (high + 1))
    return reach_full (w);
  return reach_words (w, a->low >> low & bits_mask (w),
                      a->high >> low & bits_mask (w));
}

static reach of_words (kind k, uint64_t payload, unsigned from, unsigned w,
                       const reach *a, const reach *b) {
  switch (k) {
  case KIND_ZEXT:
    return reach_words (w, a->low, a->high);
  case KIND_SEXT:
    return reach_signed (w, a->least, a->most);
  case KIND_EXTRACT:
    return of_extract (payload, w, a);
  case KIND_CONCAT: /* the higher part decides */
    return reach_words (w, a->low << from | b->low, a->high << from | b->high);
  case KIND_BV_NOT: /* falls */
    return reach_words (w, ~a->high & bits_mask (w), ~a->low & bits_mask (w));
  case KIND_BV_NEG: /* falls, but for the least */
    return a->least == reach_full (w).least
               ? reach_full (w)
               : reach_signed (w, -a->most, -a->least);
  case KIND_BV_ADD:
    return of_sum (w, a, b);
  case KIND_BV_AND: /* clears bits */
    return reach_words (w, 0, a->high < b->high ? a->high : b->high);
  default:
    return reach_full (w);
  }
}

reach reach_apply (kind k, uint64_t payload, unsigned from, unsigned w,
                   unsigned n, const reach arg[3]) {
  const reach *a = arg, *b = arg + 1;
  for (unsigned i = 0; i < n; i++)
    if (reach_is_empty (arg + i))
      return reach_words (w, 1, 0);
  if (k >= KIND_FP_ADD && k <= KIND_FP_CONVERT)
    return is_format (from) && is_format (w)
               ? of_numbers (k, payload, from, w, n, arg)
               : reach_full (w);
  switch (k) {
  case KIND_FP_FROM_SINT:
  case KIND_FP_FROM_UINT:
    return is_format (w) ? of_integer (k, payload, from, w, a) : reach_full (w);
  case KIND_FP_TO_SINT:
    return is_format (from) ? to_integer (from, w, a) : reach_full (w);
  case KIND_ITE:
    return reach_is_point (a) ? arg[a->low ? 1 : 2]
                              : widened (w, arg + 1, arg + 2);
  case KIND_NOT:
  case KIND_AND:
  case KIND_OR:
  case KIND_XOR:
    return of_bool (k, a, b);
  case KIND_EQ:
  case KIND_BV_ULT:
  case KIND_BV_ULE:
  case KIND_BV_SLT:
  case KIND_BV_SLE:
    return of_order (k, a, b);
  default:
    return of_words (k, payload, from, w, a, b);
  }
}
