#pragma once

/* The five techniques of "Stack against cache" (Liu et al., HVC 2014,
 * section 3) on either backend. Each answers a stream of queries; a query is
 * the whole list of constraints of a path. What a technique may share from
 * query to query is its point:
 *
 *   baseline    nothing: a fresh solver gets the whole conjunction
 *   caching     independent slices, computed anew for each query; answers of
 *               slices are cached; misses go to a fresh solver
 *   cachingOpt  the same with slices kept incrementally along the path
 *   stack       one solver whose assertion stack follows the path
 *   stackOpt    stack, and shared sub-terms are named once: their Z3
 *               expression or their circuit (bits) is kept
 */

#include "context/choices.h"
#include "solver/backend.h"

typedef enum technique_kind {
  TECHNIQUE_BASELINE,
  TECHNIQUE_CACHING,
  TECHNIQUE_CACHING_OPT,
  TECHNIQUE_STACK,
  TECHNIQUE_STACK_OPT,
  TECHNIQUE_COUNT
} technique_kind;

typedef struct technique technique;

typedef struct technique_config {
  memory *mem;
  terms *terms;
  struct stats *stats;   /* may be NULL */
  struct phases *phases; /* may be NULL */
  technique_kind kind;
  backend_kind backend; /* auto: bits where it can, else Z3 */
  unsigned check;       /* level, see options.def */
  size_t memory_limit;
  unsigned seed;
  const struct logger *log; /* of bugs of ours; NULL: standard error */
} technique_config;

technique *technique_new (const technique_config *);
void technique_free (technique *);

/* Is the conjunction of the constraints satisfiable? */
verdict technique_check (technique *, size_t n, const term *constraint,
                         uint64_t deadline);

/* About the last check. The model covers all constraints; the core is a
 * subset of them. Borrowed until the next check.
 */
const model *technique_model (const technique *);
const term_vec *technique_core (technique *);
reason technique_why (const technique *);
const char *technique_answered_by (
    const technique *); /* "bits", "z3", "cache", "simplify" */

/* The running check ends soon, or the next one when none is running. */
void technique_interrupt (technique *);
