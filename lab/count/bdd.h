#pragma once

/* Reduced ordered binary decision diagrams: a function of bits as a graph,
 * each function once. Node 0 is false, 1 is true; another one asks for its
 * variable, and variables below it have greater numbers.
 *
 * Nodes are never dropped: when there are as many as allowed, sixteen times as
 * many steps were made, or the guard says so, every operation gives BDD_NONE,
 * and so does one on BDD_NONE.
 *
 * Paper: Bryant, "Graph-based algorithms for Boolean function manipulation",
 * 1986.
 */

#include "base/num.h"
#include "base/vec.h"
#include "solver/guard.h"

typedef uint32_t bdd;

#define BDD_FALSE ((bdd) 0)
#define BDD_TRUE ((bdd) 1)
#define BDD_NONE UINT32_MAX

typedef struct bdd_node {
  uint32_t var;
  bdd low, high; /* where the variable is 0, and 1 */
} bdd_node;

typedef struct bdd_step {
  bdd f, g, h, result;
} bdd_step;

typedef struct bdds {
  memory *mem;
  uint32_t n_vars, max_nodes;
  VEC (bdd_node) nodes;
  uint32_t *slot; /* hash table of nodes */
  size_t cap;
  bdd_step *steps; /* recent ones, by hash */
  size_t n_steps;
  uint64_t work; /* steps made */
  guard *guard;
} bdds;

/* Variables are numbered from 0. The guard is borrowed. */
void bdds_init (bdds *, memory *, uint32_t n_vars, uint32_t max_nodes, guard *);
void bdds_release (bdds *);

bdd bdd_var (bdds *, uint32_t var);
bdd bdd_ite (bdds *, bdd f, bdd g, bdd h); /* f ? g : h */

static inline bdd bdd_not (bdds *b, bdd f) {
  return bdd_ite (b, f, BDD_FALSE, BDD_TRUE);
}
static inline bdd bdd_and (bdds *b, bdd f, bdd g) {
  return bdd_ite (b, f, g, BDD_FALSE);
}

/* How many of the 2^n_vars assignments make it true. */
num bdd_count (const bdds *, bdd, arena *);
