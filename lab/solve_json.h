#pragma once

/* What 'reprise solve --json' says of its own work. */

#include "context/context.h"

#include <jansson.h>

/* Adds options, counters, times and memory. */
void solve_json (context *, json_t *object);

/* New references: the values of the options of a command; all counters, timers
 * in seconds.
 */
json_t *options_json (const options *, unsigned command);
json_t *stats_json (const stats *, const extension *);
