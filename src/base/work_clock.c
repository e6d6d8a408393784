#include "base/work_clock.h"

#ifdef WORK_CLOCK
#include <execinfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BLOCK_TIME 20 /* ns: on a slow machine */
#define DEPTH 16
#define UNCOUNTED __attribute__ ((no_sanitize_coverage))

/* The compiler puts a call of this into every block. */
void __sanitizer_cov_trace_pc (void);

static struct {
  uint64_t blocks, next, period;
  void (*call) (void *);
  void *owner;
  bool is_calling;
  uint64_t last, longest; /* look at the clock, work between two */
  void *caller[DEPTH];    /* of the look that ended it */
  int n_callers;
} work;

UNCOUNTED void __sanitizer_cov_trace_pc (void) {
  if (++work.blocks < work.next || !work.call || work.is_calling)
    return;
  work.is_calling = true;
  work.next = work.blocks + work.period;
  work.call (work.owner);
  work.is_calling = false;
}

bool work_clock_is_on (void) {
  const char *which = getenv ("REPRISE_CLOCK");
  return which && !strcmp (which, "work");
}

uint64_t work_clock_now (void) {
  uint64_t since = work.blocks - work.last;
  if (since > work.longest) {
    work.longest = since;
    work.n_callers = backtrace (work.caller, DEPTH);
  }
  work.last = work.blocks;
  return (work.blocks + 1) * BLOCK_TIME;
}

__attribute__ ((destructor)) static void work_clock_tell (void) {
  if (!work_clock_is_on ())
    return;
  fprintf (stderr, "no look at the clock for %.3f s, until\n",
           (double) work.longest * BLOCK_TIME * 1e-9);
  backtrace_symbols_fd (work.caller, work.n_callers, STDERR_FILENO);
}

void work_clock_beat (uint64_t period, void (*call) (void *), void *owner) {
  work.period = period / BLOCK_TIME;
  work.next = work.blocks + work.period;
  work.owner = owner;
  work.call = call;
}
#endif
