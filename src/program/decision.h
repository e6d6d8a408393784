#pragma once

/* Decisions of C with several conditions, for MC/DC as llvm-cov counts it.
 *
 *     if ((a || b) && c)     a: T -> c, F -> b    b: T -> c, F -> exit 0
 *                            c: T -> exit 1, F -> exit 0
 *
 * A vector is a way through it: which conditions were evaluated, to what, and
 * the outcome. Two vectors show that a condition matters by itself if it and
 * the outcome differ, and no other condition that both evaluated does.
 *
 * Found by marks of branches (BRANCH_MORE_*), in code that keeps its branches.
 * What is not understood is left out: operands with control flow of their own,
 * and too many vectors.
 */

#include "program/code.h"

#include "base/vec.h"

#define DECISION_CONDITIONS 16
#define DECISION_VECTORS 64

typedef struct decision_vector {
  uint16_t evaluated, value; /* by condition */
  uint8_t last;              /* the condition that decided */
  uint8_t outcome;
} decision_vector;

typedef struct decision {
  uint32_t n;                          /* conditions, */
  uint32_t block[DECISION_CONDITIONS]; /* of each: that ends with it */
  uint32_t n_vectors;
  decision_vector vector[DECISION_VECTORS];
} decision;
typedef VEC (decision) decision_vec;

void decisions_find (memory *, const code *, decision_vec *out);

/* The condition that two vectors show to matter, or -1. */
int decision_shown (const decision *, uint32_t v, uint32_t w);
