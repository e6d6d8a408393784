#pragma once

/* A clock of work instead of time, in the build with sanitizers: each block of
 * our code that is executed takes BLOCK_TIME. With REPRISE_CLOCK=work it is
 * what clock_now tells, so whether a deadline holds depends neither on the
 * machine nor on what else runs there. Libraries, as solvers, take no time.
 */

#include <stdbool.h>
#include <stdint.h>

#ifdef WORK_CLOCK
bool work_clock_is_on (void);
uint64_t work_clock_now (void);

/* Calls somebody every so often, between two blocks; NULL ends that. */
void work_clock_beat (uint64_t period, void (*call) (void *), void *owner);
#else
static inline bool work_clock_is_on (void) { return false; }
static inline uint64_t work_clock_now (void) { return 0; }
static inline void work_clock_beat (uint64_t period, void (*call) (void *),
                                    void *owner) {
  (void) period;
  (void) call;
  (void) owner;
}
#endif
