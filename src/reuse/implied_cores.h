#ifndef REUSE_IMPLIED_CORES_H
#define REUSE_IMPLIED_CORES_H

/* Index for the question "is there a set all of whose atoms are implied?"
 *
 * A trie over steps by decreasing label. Labels of native names are handles,
 * and a handle made later is a larger and rarer term, so that rare atoms come
 * first. The children of a node that have one label are a shelf, so a node may
 * have any number of them. A path is followed only along labels that the
 * question has and domains that include one of its domains. What all sets
 * below a node have in common must be in the question too: 64 bits for labels
 * settle that for most nodes at once.
 *
 * The tail of a path that no other set shares is not in the trie: one look at
 * the steps of the set itself replaces its nodes.
 *
 * Each look at a domain of a shelf costs one of a budget.
 */

#include "reuse/implied_shelf.h"

typedef struct core_path {
  const step *step;
  uint32_t n, id;
  uint32_t next; /* with the very same steps, + 1 */
} core_path;

typedef struct core_node {
  uint64_t branches; /* bits of the labels of children */
  uint32_t path;     /* that ends here, + 1 */
} core_node;

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
  map roots; /* node, label -> root of shelf */
  VEC (core_todo) todo;
} implied_cores;

/* With 'is_final' the longer sets that a shorter one makes useless are cut
 * off as it comes in.
 */
void implied_cores_init (implied_cores *, memory *, const implied_sets *,
                         bool is_final);
void implied_cores_release (implied_cores *);

/* The steps are borrowed for good; at least one; decreasing label, within a
 * label by domain.
 */
void implied_cores_add (implied_cores *, size_t n, const step *, uint32_t id);

/* Calls 'accept' for sets all of whose labels and domains fit until it says
 * yes. The budget is reduced; zero means that sets may have been overlooked.
 */
typedef bool core_accept (void *state, uint32_t id);
bool implied_cores_find (implied_cores *, const probe *, unsigned *budget,
                         core_accept *, void *state);

#endif
