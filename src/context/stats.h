#pragma once

/* Counters, all derived from stats.def. Code changes the fields directly, as in
 * "stats.queries++", by which tools/check-tables sees that the counter lives.
 * '{0}' is a valid start.
 */

#include "context/extension.h"

#include <stdio.h>

/* A rung of the ladder. A query is counted under the lowest rung that one of
 * its slices needed, so the 'queries' of all rungs sum up to all queries.
 */
typedef struct rung_stats {
  uint64_t queries;
  uint64_t asked, answered; /* problems: slices of queries */
  uint64_t wrong;           /* models proposed that failed */
  uint64_t time;            /* ns, learning included */
  uint64_t rests;           /* times it suspended itself */
} rung_stats;

typedef struct stats {
  rung_stats rung[N_RUNGS];
#define COUNTER(NAME, PER, HELP) uint64_t NAME;
#define TIMER(NAME, HELP) uint64_t NAME; /* nanoseconds */
#include "context/stats.def"
} stats;

/* A table for people, counters that are zero left out. The extension, NULL for
 * none, names its rungs.
 */
void stats_print (const stats *, const extension *, FILE *);
