#pragma once

/* Who answers whole queries: the walk over slices and rungs (walk.h), or
 * what a preset puts in its place. It counts what it answers.
 */

#include "solver/answer.h"

typedef struct strategy strategy;

typedef struct strategy_class {
  void (*free) (strategy *);

  /* The parts are different conjuncts, none of them constant. */
  verdict (*check) (strategy *, size_t n, const term *part, uint64_t deadline);

  /* About the last check; borrowed until the next. The model covers all parts,
   * the core is a subset of them.
   */
  const model *(*model) (const strategy *);
  const term_vec *(*core) (strategy *);
  reason (*why) (const strategy *);

  /* The running check ends soon, or the next one when none is running. */
  void (*interrupt) (strategy *);
} strategy_class;

/* Every implementation begins with this. */
struct strategy {
  const strategy_class *class;
};
