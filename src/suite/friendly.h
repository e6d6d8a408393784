#pragma once

/* Friendly values: on the same path, small numbers, short texts, letters.
 *
 * From the values that inputs have, each in turn is tried with better ones, and
 * those are kept that satisfy all that is said of them; a few inputs are tried
 * in all combinations of small values, and equal ones together. Nothing is
 * solved, so the result is not the least, but it is always the same for the
 * same inputs.
 */

#include "program/datatype.h"
#include "term/term.h"

/* A number of an input: leaves that are its bytes, the lowest first; at most 8
 * bytes.
 */
typedef struct friendly_number {
  datatype type;
  uint32_t first, n; /* leaves */
  uint8_t low, bits; /* of a leaf that is wider: these bits of it; else 0 */
  bool is_shown;     /* the path answers something that is computed from it */
} friendly_number;

typedef struct friendly {
  memory *mem;
  terms *terms;
  size_t n_constraints;
  const term *constraint; /* about these leaves */
  size_t n_leaves;
  const term *leaf;
  uint64_t *value; /* of each: satisfy the constraints, before and afterwards */
  size_t n;
  const friendly_number *number;
  uint64_t work; /* at most: operations of terms, about */
} friendly;

void friendly_improve (const friendly *);

/* The bits of a real number of this type. */
uint64_t datatype_real (const datatype *, double);
