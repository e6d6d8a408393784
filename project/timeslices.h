#pragma once

/* All functions in one budget: each gets a short slice of time first, the most
 * promising before the others; then those with something left to explore get
 * longer ones, until the time is over.
 *
 * A slice is a run in a process of its own (run/run.h), which goes on where the
 * last one of that function stopped: the trie is in the store that all share.
 */

#include "project/job.h"

typedef struct timeslices {
  context *context;
  job_vec *jobs;
  arena *texts; /* of reports */
  const struct ledger *ledger;
  uint64_t deadline; /* on clock_now */
  uint64_t per_job;  /* ns for one function at most */
  unsigned processes;
  volatile int is_interrupted;
} timeslices;

/* Ends when nothing is left to do, or the time is over, or after an interrupt.
 */
void timeslices_run (timeslices *);

/* From a signal handler. */
void timeslices_interrupt (timeslices *);
