#pragma once

/* How hard conditions look: the weight of their nodes. Products and quotients
 * of inputs weigh as many nodes, floating point more: only Z3 solves it.
 * Numbers and not clocks, so that a run can be repeated.
 */

#include "term/marks.h"

#define WEIGHT_HARD 512 /* solvers mostly need milliseconds from here on */

typedef struct weigher {
  marks known; /* what terms weigh that were asked about alone */
  marks seen;  /* scratch */
  term_vec todo;
} weigher;

typedef struct weight {
  uint32_t nodes, sum;
  bool has_floats;
} weight;

void weigher_release (memory *, weigher *);

/* Counting ends when there are that many nodes. */
weight weigh (memory *, weigher *, const terms *, size_t n, const term *,
              uint32_t most);

/* Do they weigh WEIGHT_HARD or more? The weight of each is counted once: mostly
 * the sum of all, which counts what they share again, decides.
 */
bool weigh_is_hard (memory *, weigher *, const terms *, size_t n, const term *);
