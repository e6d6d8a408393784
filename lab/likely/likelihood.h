#pragma once

/* The probability that inputs satisfy constraints: of each slice, and
 * multiplied. An input of a profile with several ranges is counted within each
 * of them; so what is counted are slices again, and kept like all.
 */

#include "lab/count/counter.h"
#include "lab/likely/profile.h"
#include "lab/likely/ratio.h"

typedef struct likelihood {
  ratio low, high; /* the same: exact */
} likelihood;

typedef struct likelihoods {
  memory *mem;
  terms *terms;
  counter *counter;
  profile *profile; /* or NULL: all values are equally likely */
  arena *numbers;   /* of the results */
} likelihoods;

/* Of Bool terms, all of which shall hold. */
likelihood likelihood_of (const likelihoods *, size_t n, const term *);
