#pragma once

/* Domains: the set of values a prefix may take.
 *
 * A domain is a sorted list of disjoint spans that do not touch. So it is
 * canonical: two domains are the same set exactly when they are the same
 * list. One representation serves
 *   - integers: an interval with holes; the first span may be open below and
 *     the last open above (greentrie's reduction, R1..R8 are inclusion);
 *   - bit-vectors up to 64 bits: arcs on the circle modulo 2^w. An arc that
 *     passes zero is two spans;
 *   - Bool: spans of 0 and 1.
 *
 * Domains are immutable and live in the arena given to the function that
 * makes them.
 */

#include "base/num.h"
#include "term/sort.h"

typedef struct span {
  uint64_t low, high; /* both included; value words (term/value.h) */
} span;

typedef struct domain {
  sort sort; /* Bool, Int, or a bit-vector of at most 64 bits */
  uint32_t n;
  bool open_below, open_above; /* Int only: span[0].low, span[n-1].high are
                                  then NUM_ZERO and mean infinity */
  span span[];
} domain;

/* Making. */

const domain *domain_full (arena *, sort);
const domain *domain_empty (arena *, sort);
const domain *domain_point (arena *, sort, uint64_t word);
const domain *domain_but (arena *, sort, uint64_t word); /* all but one */
const domain *domain_at_most (arena *, num);             /* Int */
const domain *domain_at_least (arena *, num);            /* Int */

/* The arc from low up to high, passing zero when low > high. */
const domain *domain_arc (arena *, sort bv, uint64_t low, uint64_t high);

/* low <= value <= high, on words. */
const domain *domain_between (arena *, sort, uint64_t low, uint64_t high);

/* Operations. */

const domain *domain_intersect (arena *, const domain *, const domain *);
const domain *domain_unite (arena *, const domain *, const domain *);
const domain *domain_complement (arena *, const domain *);
const domain *domain_shift (arena *, const domain *, uint64_t by); /* D + by */
const domain *domain_negate (arena *, const domain *);             /* -D */

/* Int: { v | scale * v in D }, scale > 0. This is gcd tightening. */
const domain *domain_divide (arena *, const domain *, num scale);

/* Bit-vectors: { v | 2^t * v in D } modulo 2^w, t < w. The set repeats 2^t
 * times on the circle, so t should be small.
 */
const domain *domain_divide_pow2 (arena *, const domain *, unsigned t);

/* Bit-vectors: { v | scale * v in D, as integers }, scale > 0. */
const domain *domain_divide_exact (arena *, const domain *, uint64_t scale);

/* Bit-vectors: the values of 'width' bits, less than that of D, whose zero or
 * sign extension is in D.
 */
const domain *domain_narrow_zero (arena *, const domain *, unsigned width);
const domain *domain_narrow_sign (arena *, const domain *, unsigned width);

const domain *domain_copy (arena *, const domain *);

/* Questions. */

bool domain_is_empty (const domain *);
bool domain_is_full (const domain *);
bool domain_has (const domain *, uint64_t word);
bool domain_includes (const domain *outer, const domain *inner);
bool domain_eq (const domain *, const domain *);
int domain_cmp (const domain *, const domain *); /* some total order */
hash128 domain_hash (const domain *);
bool domain_is_point (const domain *, uint64_t *word);

bool domain_is_valid (const domain *);
