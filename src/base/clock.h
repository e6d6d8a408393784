#pragma once

/* Time in nanoseconds. 64 bits last for 584 years, so sums need no care. */

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#define CLOCK_SECOND UINT64_C (1000000000)

/* Wall time from a clock that never goes back; its zero means nothing. */

uint64_t clock_now (void);

/* Processor time used by this process so far. */

uint64_t clock_cpu (void);

/* By the clock that files are stamped with; a stamp of it. */

uint64_t clock_of_files (void);
uint64_t clock_of_stamp (struct timespec);

/* Did a whole tick of that clock lie between the last change of a file with
 * these times and this moment? Else it may have changed since, unseen.
 */
bool clock_is_settled (uint64_t modified, uint64_t changed, uint64_t moment);

static inline double clock_seconds (uint64_t ns) { return (double) ns * 1e-9; }
