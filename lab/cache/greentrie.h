#pragma once

/* GreenTrie's L-Trie: reduced sets of canonised atoms (lab/cache/green.h) in a
 * trie, indexed by an implication graph (lab/cache/ipog.h). The rung has one
 * for satisfiable and one for unsatisfiable sets.
 *
 * Opaque atoms are equal or unrelated. Numbers have any size; nothing is
 * stored for "unknown" (the prototype's arithmetic of 32 bits and its unknown
 * taken for UNSAT are not reproduced).
 *
 * Paper: Jia, Ghezzi, Ying, "Enhancing reuse of constraint solutions to
 * improve symbolic execution".
 */

#include "lab/cache/ipog.h"
#include "lab/cache/settrie.h"
#include "lab/cache/texts.h"

typedef enum trie_search {
  /* What was measured. The walk to a superset begins at the parent of the
   * node that matched the last atom, so one stored atom does not serve the
   * last two; the graph is the faithful one; extending below an unsatisfiable
   * set loses that set.
   */
  TRIE_PROTOTYPE,

  /* Algorithms 1 and 2 as printed, and a complete graph. Algorithm 1 still
   * misses sets whose atoms of one prefix stand in another order.
   */
  TRIE_PRINTED,

  /* All logical supersets and subsets of definition 1. */
  TRIE_COMPLETE
} trie_search;

rung *rung_new_greentrie (const rung_site *);
rung *rung_new_greentrie_printed (const rung_site *);
rung *rung_new_greentrie_complete (const rung_site *);
rung *rung_new_greentrie_with (const rung_site *, trie_search);

/* Reduction (section 4) of atoms sorted by text: neighbours of one prefix
 * become an interval with excluded points, in one pass. The result replaces
 * the atoms and is in the arena. False: they contradict each other.
 */
bool greentrie_reduce (arena *, memory *, size_t *n, green_atom **);

typedef struct ltrie {
  memory *mem;
  trie_search search;
  bool is_sat;
  texts atoms, prefixes;
  ipog graph; /* by number of atom */
  settrie trie;
  u32_vec depth;       /* by node: prefixes on the way to it */
  VEC (u32_vec) nodes; /* by atom: where it labels the edge */
  size_t count;
} ltrie;

void ltrie_init (ltrie *, memory *, trie_search, bool is_sat);
void ltrie_release (ltrie *);

/* 'value' is not 0. False when the set was not kept. */
bool ltrie_insert (ltrie *, size_t n, const green_atom *, uint32_t value);

/* The value of a set found, or 0: all its atoms are implied by atoms given;
 * all atoms given are implied by its atoms.
 */
uint32_t ltrie_subset (ltrie *, size_t n, const green_atom *);
uint32_t ltrie_superset (ltrie *, size_t n, const green_atom *);
