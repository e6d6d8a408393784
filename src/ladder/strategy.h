#pragma once

/* Who answers whole queries: the walk over slices and rungs (ladder/walk.h), or
 * what a preset puts in its place. It counts what it answers.
 */

#include "reuse/hints.h"
#include "solver/answer.h"

typedef struct strategy strategy;

/* What may be NULL says so. */
typedef struct strategy_class {
  void (*free) (strategy *);

  /* The parts are different conjuncts, none of them constant. */
  verdict (*check) (strategy *, size_t n, const term *part, uint64_t deadline);

  /* One side of a branch: a slice that is satisfiable, and a condition that
   * its known model does not satisfy. Nothing of the path is looked at but
   * this. SAT: 'found' gets values for all inputs of both. NULL: it knows no
   * slices, and gets them as queries.
   */
  verdict (*side) (strategy *, size_t n, const term *slice, term condition,
                   uint64_t deadline, model *found);

  /* Who has proposals, borrowed, may be NULL; and the effort that a question
   * is worth (backend.h). NULL: they are of no use.
   */
  void (*set_hints) (strategy *, hints *, uint64_t effort);

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
