#pragma once

/* What a solver's expressions would be made of, in nodes, for the constraints
 * that a stack of levels gets: as they are written, with all that is shared
 * spelled out; with what is shared on the stack made once (stack); and with
 * what was ever made kept (stackOpt).
 */

#include "base/map.h"
#include "term/term.h"

typedef struct node_count {
  memory *mem;
  const terms *terms;
  map written; /* term -> bits of its size as a tree, a double */
  map ever;
  map held;             /* by the stack */
  term_vec path;        /* one level each */
  VEC (uint32_t) first; /* of each level, where its nodes are in 'made' */
  u32_vec made;
  term_vec todo;
  double n_written, n_stack, n_ever;
  uint64_t constraints;
} node_count;

void node_count_init (node_count *, memory *, const terms *);
void node_count_release (node_count *);

/* The constraints of a path and one that is asked. */
void node_count_add (node_count *, size_t n, const term *, term asked);
