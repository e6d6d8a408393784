#pragma once

/* Reduction: a conjunction of atoms with one atom per prefix.
 *
 *     x <= 5, y = 2, x >= 0, x != 5     x in [0, 4], y in {2}
 *     x <= 1, x >= 3                    unsatisfiable, because of 0 and 1
 *
 * The result is equivalent to what was given. Full domains are dropped, so
 * that nothing left means "true". Atoms are in increasing structural hash of
 * the prefix: the same constraints in another order, or in another process,
 * give the same list.
 *
 * Where an atom comes from is kept (lines of 'reasons'), so that an
 * unsatisfiable set, found here or later by a solver, can be named in terms
 * of the atoms given.
 *
 * Cost: O(n log^2 n) for the sorting, plus the spans. All memory is in the
 * arena.
 *
 * Paper: GreenTrie, section 4. We differ in that the result is canonical, in
 * the core, and in putting known values into other atoms.
 */

#include "logic/atom.h"

/* Reason 'i' is input atom i when i < n_inputs, and otherwise both reasons
 * of its pair, which are smaller.
 */
typedef struct derivation {
  uint32_t left, right;
} derivation;

typedef struct reduction {
  bool is_unsat;
  size_t n; /* 0 when unsatisfiable */
  atom *atom;
  uint32_t *origin; /* reason of each atom */

  size_t n_core; /* when unsatisfiable: indices of inputs, increasing */
  uint32_t *core;

  size_t n_inputs;
  VEC (derivation) reasons; /* private */
} reduction;

/* A core found here is minimal: without any of its atoms it is satisfiable
 * (all of them have one prefix).
 */
void reduce_atoms (terms *, arena *, size_t n, const atom *, reduction *);

/* Put known values (prefix in {c}) into all other atoms, reduce again, and so
 * on until nothing changes or a limit is reached. The atoms that gave the
 * values stay. A core found on the way need not be minimal.
 */
void reduce_substitute (terms *, arena *, memory *, reduction *);

/* Prefixes are different and in order, domains neither empty nor full, origins
 * smaller than what they are the origin of.
 */
bool reduction_is_valid (const terms *, const reduction *);

/* The inputs behind some atoms of the result, increasing; they imply them. */
uint32_t *reduce_inputs (const reduction *, arena *, size_t n,
                         const uint32_t *atoms, size_t *n_inputs);
