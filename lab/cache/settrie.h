#pragma once

/* A trie of sequences of numbers, which stand for sets of conjuncts. What
 * KLEE's UBTree and GreenTrie's L-Trie have in common.
 *
 * Nodes are numbers; SET_ROOT is the empty sequence, 0 is no node. A child is
 * found in O(1).
 */

#include "base/map.h"
#include "base/vec.h"

#include <stdbool.h>

#define SET_ROOT 1u

typedef struct set_node {
  uint32_t element; /* on the edge from the parent */
  uint32_t parent;
  uint32_t child, sibling; /* all children as a list */
  uint32_t n_children;
  uint32_t value; /* not 0: a sequence ends here */
  bool is_dead;   /* cut off by settrie_prune */
} set_node;

typedef struct settrie {
  memory *mem;
  VEC (set_node) node;
  map child; /* node and element -> node */
} settrie;

void settrie_init (settrie *, memory *);
void settrie_release (settrie *);

static inline set_node *settrie_node (const settrie *t, uint32_t i) {
  return &t->node.data[i];
}

uint32_t settrie_child (const settrie *, uint32_t at, uint32_t element);
uint32_t settrie_extend (settrie *, uint32_t at, uint32_t element);

/* The node of a whole sequence. */
uint32_t settrie_find (const settrie *, size_t n, const uint32_t *);
uint32_t settrie_insert (settrie *, size_t n, const uint32_t *);

/* Some end at or below the node; there always is one. */
uint32_t settrie_end (const settrie *, uint32_t at);

typedef bool set_test (const void *state, uint32_t value);

/* A sequence that contains the given one as a subsequence and whose value
 * passes the test (NULL: any): its end, or 0. 'sorted': all sequences are
 * increasing, so much need not be looked at.
 */
uint32_t settrie_superset (const settrie *, bool sorted, size_t n,
                           const uint32_t *, set_test *, const void *state);

/* Cut off everything below a node. */
void settrie_prune (settrie *, uint32_t at);
