#include "base/clock.h"

#include "base/work_clock.h"

/* The kernel counts time in steps of up to 10 ms; file systems without
 * fractions of seconds in steps of up to two.
 */
#define STEP (CLOCK_SECOND / 50)
#define LONG_STEP (2 * CLOCK_SECOND)

uint64_t clock_of_stamp (struct timespec t) {
  return (uint64_t) t.tv_sec * CLOCK_SECOND + (uint64_t) t.tv_nsec;
}

static uint64_t read_clock (clockid_t id) {
  struct timespec t;
  clock_gettime (id, &t);
  return clock_of_stamp (t);
}

uint64_t clock_now (void) {
  return work_clock_is_on () ? work_clock_now () : read_clock (CLOCK_MONOTONIC);
}

uint64_t clock_cpu (void) {
  return work_clock_is_on () ? work_clock_now ()
                             : read_clock (CLOCK_PROCESS_CPUTIME_ID);
}

uint64_t clock_of_files (void) { return read_clock (CLOCK_REALTIME); }

bool clock_is_settled (uint64_t modified, uint64_t changed, uint64_t moment) {
  uint64_t last = modified > changed ? modified : changed;
  bool has_fraction = modified % CLOCK_SECOND || changed % CLOCK_SECOND;
  return last + (has_fraction ? STEP : LONG_STEP) < moment;
}
