#pragma once

/* The part of the circuit that a question is about: all gates below its
 * assumptions, active in the SAT kernel and with their clauses there. It is
 * kept as a stack along the assumptions, so that of two questions with a
 * common prefix the second pays for the rest only.
 *
 * Reads of array variables. With one bit of a read all its bits and its
 * index are in the cone, and for two reads of one variable so is the gate
 * that says that their indices are equal; it implies that their values are.
 * These clauses mention nothing outside the cone, and any assignment of the
 * index bits can be extended to one that satisfies them (take an array), so
 * the argument of solver/sat.h holds: clauses outside do not matter.
 */

#include "solver/encode.h"
#include "solver/sat.h"

/* Reads in the cone, of one array variable. */
typedef struct array_reads {
  u32_vec fixed, open; /* leaves with constant index, with another */
} array_reads;

typedef struct read_pair {
  uint32_t a, b; /* leaves */
  lit equal;
} read_pair;

typedef struct cone {
  memory *mem;
  encoder *encoder;
  sat *sat;
  VEC (uint8_t) state;   /* by gate */
  u32_vec leaf_in;       /* by leaf: how many of its bits are in the cone */
  u32_vec gates;         /* in the cone */
  VEC (read_pair) pairs; /* in the cone, with an index that may be equal */
  struct cone_end {
    lit assumption;
    size_t gates, pairs;
  } *end; /* after each assumption */
  size_t n_ends, cap_ends;
  map array_of; /* term id -> place in 'arrays' + 1 */
  VEC (array_reads) arrays;
  map said; /* pairs whose clauses are in the kernel */
  u32_vec todo;
  lit_vec fanin;
  bool too_many; /* pairs: unsupported */
} cone;

void cone_init (cone *, memory *, encoder *, sat *);
void cone_release (cone *);

/* Make it the cone of these. False when the guard stopped or there are too
 * many pairs of reads; the cone is then that of fewer assumptions.
 */
bool cone_set (cone *, size_t n, const lit *assumption);

/* Forget gates from n on (and thereby all about the last question). */
void cone_shrink (cone *, uint32_t n_gates, size_t n_leaves);

/* All clauses of the cone. */
void cone_clauses (cone *, clause_sink *, void *);
