#pragma once

/* Shelves: many small search trees of domains in one pool.
 *
 * A tree is a treap by the low end of the hull. Each node also knows the
 * highest end and the needs of its whole subtree, so that all domains that
 * include a given one are found without looking at most of the others. What
 * a need is, its user says: a bit set in a node must be allowed by the
 * question, and is set in a subtree when it is set in all its nodes.
 *
 * Node 0 is "none". Depth is logarithmic in expectation, whatever the order
 * of insertion. 56 bytes per node.
 */

#include "reuse/implied_sets.h"

typedef struct shelf_node {
  hull hull;
  uint64_t top;           /* highest hull.high of the subtree */
  uint64_t need, needs;   /* of the node, of all of the subtree */
  uint32_t left, right;   /* smaller and larger */
  uint32_t domain, value; /* value: of the user, 0 when new */
} shelf_node;

typedef struct shelf {
  memory *mem;
  VEC (shelf_node) node;
} shelf;

void shelf_init (shelf *, memory *);
void shelf_release (shelf *);

/* The node of a domain in the tree 'root', which is made when it is not there;
 * its need is made smaller by 'need'. Pointers to nodes become invalid.
 */
uint32_t shelf_put (shelf *, uint32_t *root, uint32_t domain, hull,
                    uint64_t need);
