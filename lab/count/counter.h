#pragma once

/* How many values of its inputs satisfy a set of constraints: exactly, or
 * between two bounds where the work that is allowed ends first.
 *
 *     slices      constraints without common inputs: the counts are multiplied
 *     domain      one input between two values: the size of its domain
 *     form        a slice like one that was counted before has its count: in
 *                 this process, or in the store
 *     enumerate   few values: all are tried
 *     diagram     bits' circuit as a BDD (lab/count/bdd.h) over input bits
 *     split       the smallest input in two halves, whose counts are added
 *
 * What is counted are assignments to the leaves of the constraints
 * (term/leaves.h). A leaf without bounds, an integer or a whole array, has
 * infinitely many values here.
 */

#include "base/num.h"
#include "context/stats.h"
#include "store/store.h"

typedef struct model_count {
  bool is_finite;
  num low, high; /* the same: exact. They live as long as the counter */
} model_count;

static inline bool model_count_is_exact (model_count n) {
  return n.is_finite && num_eq (n.low, n.high);
}

typedef struct counter counter;

#define COUNT_EFFORT 1000000 /* nodes; the default of --count-effort */

/* All are borrowed; the store may be NULL. 'effort': nodes of diagrams for one
 * slice.
 */
counter *counter_new (memory *, terms *, stats *, store *, uint64_t effort);
void counter_free (counter *);

/* From then on nothing is counted that takes work: there are bounds. 0: never.
 */
void counter_end_at (counter *, uint64_t deadline);

/* Of Bool terms, all of which shall hold. '*bits': how many bits their leaves
 * have, so that there are 2^bits assignments.
 */
model_count counter_count (counter *, size_t n, const term *constraint,
                           unsigned *bits);

/* The leaves of terms, each once, and how many bits one has; 0: infinitely
 * many values.
 */
void counter_leaves (counter *, size_t n, const term *, term_vec *out);
unsigned counter_leaf_bits (const counter *, term leaf);

/* Which of n terms belong together: group[i] is the smallest of those that
 * share leaves with i, directly or not.
 */
void counter_group (counter *, size_t n, const term *, uint32_t *group);

/* The arena of the numbers. */
arena *counter_numbers (counter *);
