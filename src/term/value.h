#pragma once

/* What each kind means, on values. This is the one place where semantics are
 * written (term/value_small.h: on words, by a column of kinds.def); constant
 * folding, the evaluator and the compiled evaluator use it.
 *
 * A value of a non-array sort is one word:
 *     Bool                 0 or 1
 *     bit-vector <= 64     the bits, zero-extended
 *     wider, and Int       a 'num' (base/num.h); bit-vectors are >= 0
 */

#include "term/term.h"

static inline num value_num (uint64_t word) { return (num) {word}; }

/* Conversion between words and mathematical integers (unsigned reading). */
num value_to_num (arena *, sort, uint64_t word);
uint64_t value_of_num (arena *, sort, num); /* modulo 2^width */

bool value_eq (sort, uint64_t, uint64_t);

/* Apply a kind that has no array argument or result. 'arg_sort' is the sort
 * of the last argument. Limbs of the result go to the arena.
 */
uint64_t value_apply (arena *, kind, sort result, sort arg_sort,
                      uint64_t payload, const uint64_t arg[3],
                      const sort sorts[3]);

/* Value of a table's content at an index; false when it has none there. */
bool content_get (const content *, uint64_t index, uint64_t *value);
