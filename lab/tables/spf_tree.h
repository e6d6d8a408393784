#pragma once

/* What the Memoise paper keeps of a run: a node for every conditional on every
 * path, with the sides that are possible. The next run takes the answers from
 * here as long as it meets the same conditionals, and leaves out paths on which
 * nothing is new. (Our own trie, memo/, does more; this is the paper's.)
 *
 * A site is a conditional of the program, or an end, with the code that was
 * executed since the conditional before it (spf_code.h). That is where the
 * paper goes back to from a change: the nearest conditional.
 */

#include "lab/tables/spf_code.h"

typedef struct spf_node {
  uint64_t place;    /* of the conditional; 0: an end, or not expanded */
  uint64_t site;     /* with the code; 0: not expanded, nor an end */
  uint32_t child[2]; /* 0: none; node 0 is the root */
  uint32_t parent;   /* of which it is the child on this side */
  uint8_t side;
  bool can[2];
  bool is_boundary; /* the depth did not allow to expand it */
  bool is_open;     /* there is something to do here or below */
} spf_node;

typedef struct spf_tree {
  memory *mem;
  VEC (spf_node) node;
  VEC (uint64_t) legs; /* each with its length before it */
  map leg_of;          /* site -> where in 'legs', plus 1 */
} spf_tree;

uint64_t spf_site (uint64_t where, const spf_leg *); /* never 0 */

void spf_tree_init (spf_tree *, memory *); /* a root that is not expanded */
void spf_tree_release (spf_tree *);

/* The child of a node, made if need be. */
uint32_t spf_tree_child (spf_tree *, uint32_t node, unsigned side);

/* Expand it with these answers; what was below is forgotten. */
void spf_tree_expand (spf_tree *, uint32_t node, uint64_t where,
                      const spf_leg *, const bool can[2]);

/* The depth does not allow to; or the program ends. */
void spf_tree_end (spf_tree *, uint32_t node, uint64_t where, const spf_leg *);
void spf_tree_finish (spf_tree *, uint32_t node, const spf_leg *);

/* Before the next run: open are boundaries that are wanted, nodes with code
 * that is gone, nodes never reached, and what is above them. The boundaries
 * there are, and how many of them are open.
 */
typedef struct spf_tree_filter {
  void *owner;
  bool (*is_wanted) (void *, const spf_tree *, uint32_t node); /* NULL: all */
  const spf_code *code; /* of the next version, or NULL: the same */
} spf_tree_filter;

typedef struct spf_boundaries {
  size_t all, open;
} spf_boundaries;
spf_boundaries spf_tree_open (spf_tree *, const spf_tree_filter *);

/* The same conditionals, sides and boundaries. */
bool spf_tree_is_same (const spf_tree *, const spf_tree *);
