#ifndef LOGIC_LINEAR_H
#define LOGIC_LINEAR_H

/* Sums: an Int term, or a bit-vector term of at most 64 bits, written as
 * coefficient * term + ... + constant. Products of unknowns, divisions and
 * the like are opaque terms here. Bit-vector coefficients are modulo 2^w.
 */

#include "term/term.h"

typedef struct monomial {
  term term;
  uint64_t coefficient; /* value word of the term's sort, never zero */
} monomial;

typedef struct linear {
  sort sort;
  size_t n;
  monomial *monomial; /* no term twice; increasing structural hash */
  uint64_t constant;  /* value word */
} linear;

/* Everything is in the arena. False when the sort is neither. */
bool linear_of (terms *, arena *, term, linear *);

/* Back to a term; a zero sum is the constant. */
term linear_term (terms *, const linear *);

#endif
