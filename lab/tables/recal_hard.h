#pragma once

/* Constraints that are hard for a solver, in place of the 289 of SMT-LIB that
 * the Recal paper takes: which those are is not published, only that Z3 needs
 * half a second and more for each. Ours are as many, of three families: market
 * splits (Cornuejols, Dawande), a few equations over variables that are 0 or 1;
 * knapsacks to be filled exactly; and numbers that are all different.
 */

#include "lab/tables/lab.h"

typedef enum hard_family {
  HARD_SPLIT,
  HARD_KNAPSACK,
  HARD_DIFFERENT,
  HARD_FAMILIES
} hard_family;

typedef struct hard_times {
  unsigned n;                     /* constraints of the family */
  uint64_t solving;               /* of the processor, ns: Z3 alone */
  uint64_t recal, hybrid;         /* when all is known, by other names */
  uint64_t recal_left, ours_left; /* calls of a solver that were needed */
  unsigned otherwise;             /* answers that are not Z3's */
} hard_times;

extern const char *const hard_family_name[HARD_FAMILIES];

void hard_measure (lab *, hard_family, hard_times *);
