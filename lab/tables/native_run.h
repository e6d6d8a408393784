#pragma once

/* A subject as 'reprise run' has it: bit-vectors, a test for every path, no
 * store. The depth limit of a paper becomes one of forks.
 */

#include "lab/tables/specimen.h"

typedef struct native_counts {
  uint64_t paths;  /* complete and failing */
  uint64_t solved; /* calls of a solver */
  uint64_t time;   /* of the processor, ns; all but the compiler's */
} native_counts;

status native_run (lab *, const specimen *, native_counts *out);
