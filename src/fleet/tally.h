#pragma once

/* What a process of a run has counted since it began to work on its share.
 * Plain numbers, so that they can lie in memory that processes share.
 */

#include "report/report.h"

typedef struct tally {
  explored explored;
  stats stats;
  uint64_t time[N_PHASES];
  uint64_t changes[CHANGE_COUNT]; /* of tests */
  uint64_t cpu;                   /* processor time */
  size_t memory;                  /* bytes held */
  explore_end end;
} tally;

/* Where a process began. */
typedef struct tally_start {
  explored explored;
  stats stats;
  phases phases;
  uint64_t cpu;
} tally_start;

void tally_begin (tally_start *, context *, const explored *);

/* What was counted since then, but for changes and end. */
void tally_fill (tally *, const tally_start *, context *, const explored *);

/* Add to what the context has. */
void tally_add_stats (stats *, const stats *);
