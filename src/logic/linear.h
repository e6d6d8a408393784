#pragma once

/* Sums: an Int term, or a bit-vector term of at most 64 bits, written as
 * coefficient * term + ... + constant. Products of unknowns, divisions and
 * the like are opaque terms here. Bit-vector coefficients are modulo 2^w.
 *
 * Looked through, besides sums and constant factors: bvnot (-x - 1), shifts
 * to the left by a constant (also as the concatenation that the rules make of
 * them), and a concatenation with a constant on either side, which is a zero
 * extension scaled or moved.
 *
 * Each shared subterm is visited once, whatever the number of ways to it. A
 * term that needs more than LINEAR_MAX visits is opaque as a whole; this and
 * everything else depends on the structure alone, never on ids.
 */

#include "term/term.h"

#define LINEAR_MAX 4096

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

/* The same for a - b. */
bool linear_difference (terms *, arena *, term a, term b, linear *);

/* Back to a term; a zero sum is the constant. */
term linear_term (terms *, const linear *);

/* Arithmetic on value words of an Int or small bit-vector sort. */
uint64_t word_add (arena *, sort, uint64_t, uint64_t);
uint64_t word_mul (arena *, sort, uint64_t, uint64_t);
uint64_t word_neg (arena *, sort, uint64_t);
uint64_t word_of_i64 (arena *, sort, int64_t);
bool word_is_zero (sort, uint64_t);
