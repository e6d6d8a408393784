#pragma once

/* Friendly values: on the same path, small numbers, short texts, letters.
 *
 * From the values that a test has, each input in turn is tried with better
 * ones, and those are kept that satisfy all that the path demands; inputs that
 * are equal are also tried together. Nothing is solved, so the result is not
 * the least, but it is always the same for the same test.
 */

#include "program/datatype.h"
#include "term/eval.h"

/* A number of an input: leaves that are its bytes, the lowest first; at most 8
 * bytes.
 */
typedef struct friendly_number {
  datatype type;
  uint32_t first, n; /* leaves */
  uint8_t low, bits; /* of a leaf that is wider: these bits of it; else 0 */
  bool is_shown;     /* the path answers something that is computed from it:
                        0 and 1 would hide how */
} friendly_number;

typedef struct friendly {
  memory *mem;
  terms *terms;
  evaluator *evaluator; /* borrowed, as all of these */
  size_t n_constraints;
  const term *constraint;
  const term *leaf;
  size_t n;
  const friendly_number *number;
  model *values;  /* satisfies the constraints, before and afterwards */
  uint64_t tries; /* left */
} friendly;

void friendly_improve (friendly *);

/* Values with which these are equal, and the first holds as well, by changing
 * one number; false: none is found, and values are as they were. Sides that are
 * the same say nothing: changes are tried by constants.
 */
bool friendly_reach (friendly *, term holds, term x, term y);

/* Is it a number with a sign? */
bool friendly_is_signed (const friendly *, term);

/* Is it an equation? Of numbers that are several leaves it is one of each pair:
 * gives the whole ones.
 */
bool friendly_equation (const friendly *, term, term *x, term *y);
