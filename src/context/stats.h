#ifndef CONTEXT_STATS_H
#define CONTEXT_STATS_H

/* Counters, all derived from stats.def. Code changes the fields directly, as in
 * "stats.queries++", by which tools/check-tables sees that the counter lives.
 * '{0}' is a valid start.
 */

#include <jansson.h>
#include <stdint.h>
#include <stdio.h>

typedef struct stats {
#define COUNTER(NAME, PER, HELP) uint64_t NAME;
#define TIMER(NAME, HELP) uint64_t NAME; /* nanoseconds */
#include "context/stats.def"
#undef COUNTER
#undef TIMER
} stats;

/* A table for people, counters that are zero left out; a JSON object (new
 * reference) with all of them, timers in seconds.
 */
void stats_print (const stats *, FILE *);
json_t *stats_json (const stats *);

#endif
