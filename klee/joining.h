#pragma once

/* Two paths at the same instruction as one. */

#include "explore/explorer.h"
#include "program/liveness.h"

typedef struct merge_joining {
  memory *mem;
  VEC (liveness *) live; /* by function, or NULL */
} merge_joining;

void joining_release (merge_joining *);

/* The first path takes the second in, which is of no use then: true. Or nothing
 * happens.
 */
bool joining_try (merge_joining *, explorer *, pending *, pending *other);
