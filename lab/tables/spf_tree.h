#pragma once

/* What the Memoise paper keeps of a run: a node for every conditional on every
 * path, with the sides that are possible. The next run takes the answers from
 * here as long as it meets the same conditionals, and leaves out paths on which
 * nothing is new. (Our own trie, memo/, does more; this is the paper's.)
 *
 * A site is a conditional of the program with the code in front of it in its
 * block, so that a changed one is another.
 */

#include "base/vec.h"

typedef struct spf_node {
  uint64_t site;     /* 0: not expanded */
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
} spf_tree;

void spf_tree_init (spf_tree *, memory *); /* a root that is not expanded */
void spf_tree_release (spf_tree *);

/* The child of a node, made if need be. */
uint32_t spf_tree_child (spf_tree *, uint32_t node, unsigned side);

/* Expand it with these answers; what was below is forgotten. */
void spf_tree_expand (spf_tree *, uint32_t node, uint64_t site,
                      const bool can[2]);

/* The depth does not allow to. */
void spf_tree_end (spf_tree *, uint32_t node, uint64_t site);

/* Before the next run: open are boundaries that are wanted, nodes with a site
 * that is gone, nodes never reached, and what is above them. The boundaries
 * there are, and how many of them are open.
 */
typedef struct spf_tree_filter {
  void *owner;
  bool (*is_wanted) (void *, const spf_tree *, uint32_t node); /* NULL: all */
  bool (*is_gone) (void *, uint64_t site);                     /* NULL: none */
} spf_tree_filter;

typedef struct spf_boundaries {
  size_t all, open;
} spf_boundaries;
spf_boundaries spf_tree_open (spf_tree *, const spf_tree_filter *);
