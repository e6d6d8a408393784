#pragma once

/* The rung "implied" (reuse/rung.h), seen from below: on reduced atoms.
 *
 *   UNSAT  a stored unsatisfiable set each of whose atoms follows from an atom
 *          of the problem: the same prefix, a domain that includes;
 *   SAT    a stored satisfiable set whose atoms imply each atom of the
 *          problem in this way: its model is a model of the problem.
 *
 * Both are asked with names as they are, and then with leaves of the one
 * mapped to leaves of the other (reuse/mapping.h). UNSAT is said only after
 * every inclusion was checked on prefixes and domains themselves.
 *
 * Everything is bounded: a lookup by the budgets below, what is kept by a
 * number of sets and by the limit of the account. When one of them is reached,
 * the half with most hits, and of those the newest, is kept.
 *
 * Design and measurements: docs/adr/0011-implied-lookup.md
 */

#include "reuse/rung.h"
#include "reuse/values.h"

/* Looks at domains, sets and nodes, as the indices count them. */
#define IMPLIED_CORE_BUDGET 2048
#define IMPLIED_LIST_BUDGET 2048

/* Of each of the two searches with mapping. A success gives the next one the
 * whole budget, a failure an eighth less, down to the least: programs that
 * have nothing in common shall not pay for it.
 */
#define IMPLIED_MAPPED_BUDGET 192
#define IMPLIED_MAPPED_LEAST 24

#define IMPLIED_MAX_SETS 4000000

typedef struct implied_stat {
  uint64_t unsat_sets, sat_sets, mappable_sets;
  uint64_t unsat, sat; /* answers with the names as they are */
  uint64_t mapped_unsat, mapped_sat;
  uint64_t exhausted; /* searches that a budget ended */
  uint64_t evicted;
} implied_stat;

/* Answer a conjunction of reduced atoms. SAT fills the model, with values for
 * the leaves of the atoms; UNSAT gives the positions of atoms that are
 * unsatisfiable together, increasing, in the arena of the bench.
 */
verdict implied_find (rung *, size_t n, const atom *, model *,
                      const uint32_t **used, size_t *n_used);

/* Keep a proved answer. 'values' of a satisfiable set are those of all leaves
 * of its atoms, by increasing leaf. All is copied. False when it says nothing
 * new.
 */
bool implied_insert (rung *, verdict, size_t n, const atom *, const values *);

void implied_get_stat (const rung *, implied_stat *);

/* Without mapping only names as they are are compared. */
void implied_set_mapping (rung *, bool);

/* For tests: other limits. A budget of 0 stays as it is. */
void implied_set_limits (rung *, size_t max_sets, unsigned budget);
