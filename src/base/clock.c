#include "base/clock.h"

#include <time.h>

static uint64_t read_clock (clockid_t id) {
  struct timespec t;
  clock_gettime (id, &t);
  return (uint64_t) t.tv_sec * CLOCK_SECOND + (uint64_t) t.tv_nsec;
}

uint64_t clock_now (void) { return read_clock (CLOCK_MONOTONIC); }

uint64_t clock_cpu (void) { return read_clock (CLOCK_PROCESS_CPUTIME_ID); }
