#pragma once

/* How far values are from satisfying conditions, as a number to make smaller.
 *
 * A comparison that fails is as far as its sides are apart, on a scale of
 * logarithms, so that all comparisons count alike; 'and' is the sum, 'or' the
 * nearer of both. What is no comparison is true or far. The distance is 0
 * exactly where all conditions hold.
 *
 * Values are those of the leaves, one word each. Evaluation takes time linear
 * in the nodes of the conditions, a few nanoseconds each (term/tape.h), also
 * for floating point.
 */

#include "term/term.h"

typedef struct slope slope;

/* NULL when there is nothing to climb on: integers, leaves of more than 64
 * bits, arrays read at places that are not constants, or no leaf at all.
 */
slope *slope_new (memory *, terms *, size_t n, const term *);
void slope_free (slope *);

/* In the order in which values are given. */
size_t slope_leaves (const slope *, const term **);

/* Steps of one evaluation. */
size_t slope_length (const slope *);

uint64_t slope_distance (slope *, const uint64_t *words);
