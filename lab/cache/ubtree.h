#pragma once

/* KLEE's counterexample cache: sets of conjuncts in a trie (Hoffmann and
 * Koehler's UBTree).
 *
 *   exact     the same set;
 *   superset  a satisfiable set with more conjuncts: its model. KLEE has this
 *             off since 2015, because the search costs more than it saves;
 *   subset    an unsatisfiable set with fewer conjuncts; or a satisfiable one
 *             whose model happens to satisfy the others as well.
 *
 * A set answered through another is not stored. Sets are of terms, not of
 * texts: names matter.
 */

#include "reuse/rung.h"

typedef struct ubtree_options {
  bool superset; /* ask for supersets too */
  bool try_all;  /* unsatisfiable subsets, then every model there is */
} ubtree_options;

rung *rung_new_ubtree (const rung_site *);
rung *rung_new_ubtree_with (const rung_site *, ubtree_options);

/* The store that the GreenTrie paper calls KLEE-like and counts in n2: sets
 * of canonised and reduced atoms, unsatisfiable subsets and satisfiable
 * supersets, and no evaluation. Faithful to that prototype the search for a
 * subset is 'greedy': it takes every element it can and never goes back, so
 * it misses subsets.
 */
rung *rung_new_ubtree_green (const rung_site *, bool greedy);
