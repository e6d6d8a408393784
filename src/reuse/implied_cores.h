#pragma once

/* Index for the question "is there a set all of whose atoms are implied?"
 *
 * A trie in two stages. The first is over the labels of a set, decreasing:
 * labels of native names are handles, and a handle made later is a larger and
 * rarer term, so that rare ones come first. It is followed only along labels
 * that the question has, and 64 bits for what all sets below have in common
 * settle most nodes at once. Where the labels of a set end, the second stage
 * begins, over its domains in the same order. The children of a node there are
 * a shelf, so there may be any number of them.
 *
 * The tail of a path that no other set shares is not in the trie: one look at
 * the steps of the set itself replaces its nodes.
 *
 * Each look at a node or at a domain of a shelf costs one of a budget.
 */

#include "reuse/implied_shelf.h"

typedef struct core_path {
  const set_step *step;
  uint32_t n, id;
  uint32_t next; /* with the very same steps, + 1 */
} core_path;

typedef struct core_node {
  uint64_t labels;   /* first stage: bits of the labels of children */
  uint64_t need;     /* first stage: bits of all labels of all sets below */
  uint64_t branches; /* second stage: the same of children there */
  uint32_t path;     /* that ends here, + 1 */
} core_node;

typedef struct core_walk {
  uint32_t node, group;
} core_walk;

typedef struct core_todo {
  uint32_t node, group, depth;
} core_todo;

/* Private. */
typedef struct implied_cores {
  memory *mem;
  const implied_sets *sets;
  bool is_final; /* a path that is followed to its end is an answer */
  shelf shelf;   /* value: 2 * node, or 2 * path + 1 */
  VEC (core_node) node;
  VEC (core_path) path;
  map nodes; /* first stage: node, label -> node */
  map roots; /* second stage: node, label -> root of shelf */
  VEC (core_walk) walk;
  VEC (core_todo) todo;
} implied_cores;

void implied_cores_init (implied_cores *, memory *, const implied_sets *,
                         bool is_final);
void implied_cores_release (implied_cores *);

/* The steps are borrowed for good; at least one; decreasing label, within a
 * label by domain.
 */
void implied_cores_add (implied_cores *, size_t n, const set_step *,
                        uint32_t id);

/* Calls 'accept' for sets all of whose labels and domains fit until it says
 * yes. The budget is reduced; zero means that sets may have been overlooked.
 */
typedef bool core_accept (void *state, uint32_t id);
bool implied_cores_find (implied_cores *, const probe *, unsigned *budget,
                         core_accept *, void *state);
