#pragma once

/* run.stats: an SQLite table of counters, a row now and then, with KLEE's
 * columns in KLEE's order. What has no counterpart here is 0.
 */

#include "klee/census.h"
#include "klee/endings.h"
#include "report/report.h"

typedef struct runstats runstats;

/* NULL with trouble: it cannot be written. */
runstats *runstats_open (memory *, const char *dir, trouble *);
void runstats_close (runstats *);

/* What the run has come to. */
typedef struct runstats_row {
  const context *context;
  const explored *explored;
  census census;
  const forktree *forks;
  const end_counts *ends;
  uint64_t foreign_calls;
  uint64_t wall; /* ns since the start */
} runstats_row;

void runstats_add (runstats *, const runstats_row *);
