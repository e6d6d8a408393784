#ifndef LADDER_WALK_H
#define LADDER_WALK_H

/* Answering query after query along a path, slice by slice.
 *
 * The walk knows a model of the longest prefix of the path that was found
 * satisfiable. Only slices with something behind that prefix are asked, each
 * through the chain of rungs; their values replace those in the model. So
 * the answer for the untouched part of a path costs nothing.
 */

#include "ladder/chain.h"

typedef struct walk walk;

/* The store may be NULL; it is borrowed. */
walk *walk_new (context *, terms *, const preset *, store *);
void walk_free (walk *);

/* The parts are different conjuncts, none of them constant. */
verdict walk_check (walk *, size_t n, const term *part, uint64_t deadline);

/* Who has proposals for rung suite; borrowed, may be NULL. */
void walk_set_hints (walk *, hints *);

/* One side of a branch: a slice that is satisfiable, and a condition that its
 * known model does not satisfy. Nothing of the path is looked at but this.
 * SAT: 'found' gets values for all inputs of both.
 */
verdict walk_side (walk *, size_t n, const term *slice, term condition,
                   uint64_t deadline, model *found);

/* About the last check, as in solver/technique.h. */
const model *walk_model (const walk *);
const term_vec *walk_core (const walk *);
reason walk_why (const walk *);

/* The running check ends soon, or the next one when none is running. */
void walk_interrupt (walk *);

#endif
