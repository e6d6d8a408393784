#pragma once

/* Reaches: intervals around the values that a term may have, from those of
 * its arguments.
 *
 * A bit-vector of at most 64 bits is seen as an unsigned word, a signed one
 * and, of 16, 32 and 64 bits, as a floating-point number: an interval of keys
 * (ieee_key), whose order is that of the numbers, and whether it may be NaN. A
 * Bool is a word of one bit. Each view holds for every value, so what one
 * excludes is excluded.
 *
 * Sound: the result of 'reach_apply' has every value that the application
 * has for some values of the arguments. For words that is shown at each case.
 * Of operations on numbers each is monotone in every argument, in the reals,
 * while the others stand still, and so is rounding in any direction;
 * so the least and the greatest result are at corners, and these are computed
 * by ieee_apply itself. What is not so is excluded: NaN at a corner, quotients
 * by an interval around zero. Remainders have an argument of their own.
 * tests/unit/test_reaches.c evaluates random points of random arguments.
 */

#include "term/ieee.h"

typedef struct reach {
  uint64_t low, high;  /* as a word; low > high: there is no value */
  int64_t least, most; /* as a signed word */
  int64_t first, last; /* keys; first > last: no number */
  bool may_be_nan;
} reach;

reach reach_full (unsigned w);
reach reach_words (unsigned w, uint64_t low, uint64_t high);
reach reach_signed (unsigned w, int64_t least, int64_t most);
reach reach_numbers (unsigned w, int64_t first, int64_t last, bool may_be_nan);

static inline bool reach_is_empty (const reach *r) { return r->low > r->high; }
static inline bool reach_is_point (const reach *r) { return r->low == r->high; }
bool reach_has (const reach *, unsigned w, uint64_t word);

/* The values of both, as all views together tell. True: fewer than in 'r'. */
bool reach_meet (unsigned w, reach *r, const reach *other);

/* Of n arguments of 'from' bits, the last argument's width, to w bits. Where
 * the number behind a word is meant (ieee_order, its magnitude, its negation),
 * the caller says so.
 */
reach reach_apply (kind, uint64_t payload, unsigned from, unsigned w,
                   unsigned n, const reach arg[3]);
reach reach_order (unsigned w, const reach *);
reach reach_magnitude (unsigned w, const reach *);
reach reach_negated (unsigned w, const reach *);
