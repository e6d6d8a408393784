#pragma once

/* Time in nanoseconds. 64 bits last for 584 years, so sums need no care. */

#include <stdint.h>

#define CLOCK_SECOND UINT64_C (1000000000)

/* Wall time from a clock that never goes back; its zero means nothing. */

uint64_t clock_now (void);

/* Processor time used by this process so far. */

uint64_t clock_cpu (void);

static inline double clock_seconds (uint64_t ns) { return (double) ns * 1e-9; }
