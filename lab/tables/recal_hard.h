#pragma once

/* Constraints that are hard for a solver, in place of the 289 of SMT-LIB that
 * the Recal paper takes: which those are is not published, only that Z3 needs
 * half a second and more for each. Ours are market splits (Cornuejols,
 * Dawande): a few equations over variables that are 0 or 1.
 */

#include "lab/tables/lab.h"

enum { HARD_CONSTRAINTS = 8, HARD_VARIABLES = 11, HARD_EQUATIONS = 2 };

typedef struct hard_times {
  uint64_t solving;               /* of the processor, ns: Z3 alone */
  uint64_t recal, hybrid;         /* when all is known, by other names */
  uint64_t recal_left, ours_left; /* calls of a solver that were needed */
  unsigned otherwise;             /* answers that are not Z3's */
} hard_times;

void hard_measure (lab *, hard_times *);
