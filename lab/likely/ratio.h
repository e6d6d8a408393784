#pragma once

/* Fractions of any size, in lowest terms, with a positive denominator. */

#include "base/num.h"

typedef struct ratio {
  num n, d;
} ratio;

#define RATIO_ZERO ((ratio) {NUM_ZERO, NUM_ONE})
#define RATIO_ONE ((ratio) {NUM_ONE, NUM_ONE})

ratio ratio_of (arena *, num n, num d); /* d > 0 */
ratio ratio_add (arena *, ratio, ratio);
ratio ratio_sub (arena *, ratio, ratio);
ratio ratio_mul (arena *, ratio, ratio);
ratio ratio_div (arena *, ratio, ratio); /* by one that is positive */
int ratio_cmp (arena *, ratio, ratio);
bool ratio_eq (ratio, ratio);

/* "3/256" */
void ratio_print (memory *, char_vec *, ratio);

/* What share of all inputs it is, for people: "1 in 65,536 inputs". */
void ratio_say (memory *, arena *, char_vec *, ratio);
