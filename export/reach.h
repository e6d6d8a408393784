#pragma once

/* Other values of inputs with which something else holds as well, all that the
 * path demands included: by changing one number, or two. Nothing is solved.
 */

#include "suite/friendly.h"
#include "term/eval.h"

typedef struct reaching {
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
} reaching;

/* Values with which these are equal, and the first holds; false: none is found,
 * and values are as they were. Sides that are the same say nothing: changes are
 * tried by constants.
 */
bool reach (reaching *, term holds, term x, term y);

/* Numbers that the answer is computed from get values that tell how: neither 0
 * nor 1, nor what another has, as far as the constraints allow it.
 */
void reach_telling (reaching *);

/* Of numbers that are too small for that, bit-fields and truth values, the one
 * with which most bits are changed, as 'measure' says.
 */
void reach_changed (reaching *, void *owner, uint64_t (*measure) (void *));

/* Is it a number with a sign? */
bool reach_is_signed (const reaching *, term);

/* Is it an equation? Of numbers that are several leaves it is one of each pair:
 * gives the whole ones.
 */
bool reach_equation (const reaching *, term, term *x, term *y);
