#pragma once

/* What knowledge.c and knowledge_valid.c share. */

#include "explore/knowledge.h"
#include "logic/atom.h"
#include "term/eval.h"
#include "term/leaves.h"

#define CHUNK 64

/* One slice; immutable once it is in a table. */
typedef struct known {
  uint32_t refs;
  struct known *better; /* with better values, or NULL; itself: it has them */
  uint32_t n_leaves, n_constraints;
  hash128 digest;   /* sum over the constraints */
  bool *is_fixed;   /* of each leaf */
  uint64_t *value;  /* of each leaf: the witness */
  term *leaf;       /* in no order */
  term *constraint; /* in the order of adding */
} known;

typedef struct chunk {
  uint32_t refs;
  uint32_t place[CHUNK]; /* among the leaves of its slice */
  known *at[CHUNK];
} chunk;

struct knowing {
  memory *mem;
  terms *ts;
  u32_vec number; /* of leaves: term id -> number + 1 */
  uint32_t n_leaves;
  evaluator *evaluator;
  model *scratch;
  VEC (known *) touched;
  term_vec conjuncts, parts; /* of what is added */
  u32_vec atom_at;           /* constraint's id -> its atom's place + 1 */
  atom_vec atoms;
  arena domains;
};

struct knowledge {
  knowing *owner;
  uint32_t n_chunks, size;
  hash128 sum; /* of the digests of all slices */
  chunk **chunk;
};

/* The slice of a leaf, NULL: none. '*place': where in it. */
known *knowledge_locate (const knowledge *, term leaf, uint32_t *place);

/* What a constraint adds to the digests of its slice and of all. */
hash128 knowledge_share (terms *, term constraint);
