#ifndef UNIT_UNIVERSE_H
#define UNIT_UNIVERSE_H

/* A small world for tests of solvers: random constraints over a few small
 * variables, and for each constraint the set of all assignments under which
 * it holds, found by evaluation. So the true answer of any conjunction is
 * known.
 */

#include "term/eval.h"
#include "term/model.h"
#include "term/term.h"

#define UNIVERSE_MAX 96    /* constraints */
#define UNIVERSE_WORDS 128 /* of 64 assignments each */

typedef struct universe {
  memory mem;
  terms *ts;
  evaluator *ev;
  uint64_t random;
  term boolean, bv[2], array, integer[2];
  bool is_int;
  unsigned n_points;
  unsigned n;
  term constraint[UNIVERSE_MAX];
  uint64_t holds[UNIVERSE_MAX][UNIVERSE_WORDS];
} universe;

uint32_t universe_random (universe *, uint32_t below);

/* Bit-vectors with a Bool and an array, or integers. Integer constraints have
 * models between -4 and 4 only together with the first four constraints.
 */
universe *universe_new (uint64_t seed, unsigned n, bool is_int);

/* Also checks that all memory was given back. */
void universe_free (universe *);

/* Is the conjunction of constraints (by position) satisfiable? */
bool universe_is_sat (const universe *, size_t n, const unsigned *which);

/* The same for terms, each of which must be a constraint. */
bool universe_terms_sat (const universe *, size_t n, const term *);

/* The factors of a product of two large primes: hard for every solver. The
 * only variables are x and y, 100 bits wide.
 */
term universe_hard (terms *);

#endif
