/* What a member has counted since it began: differences of counters.
 *
 * Counters are plain numbers of one size in a row, so they are subtracted and
 * added without a list of their names; a counter that is added to 'stats' or
 * 'explored' is shared without another line. Two are no sums: the paths that
 * live now, and the most that lived at a time.
 */

#include "fleet/tally.h"

#include "base/clock.h"

/* Counters are numbers of one size, whatever they are called. */
#define COUNTERS(TYPE) (sizeof (TYPE) / sizeof (uint64_t))
_Static_assert (sizeof (stats) == COUNTERS (stats) * sizeof (uint64_t),
                "stats are counters");

static void subtract (size_t n, void *counters, const void *before) {
  uint64_t *to = counters;
  const uint64_t *from = before;
  for (size_t i = 0; i < n; i++)
    to[i] -= from[i];
}

void tally_add_stats (stats *s, const stats *more) {
  uint64_t *to = (uint64_t *) (void *) s;
  const uint64_t *from = (const uint64_t *) (const void *) more;
  for (size_t i = 0; i < COUNTERS (stats); i++)
    to[i] += from[i];
}

void tally_begin (tally_start *t, context *c, const explored *x) {
  uint64_t none[N_PHASES];
  t->explored = *x;
  t->stats = c->stats;
  t->cpu = clock_cpu ();
  t->phases = c->phases;
  phases_since (&c->phases, &t->phases, none); /* charged up to now */
  t->phases = c->phases;
}

void tally_fill (tally *t, const tally_start *start, context *c,
                 const explored *x) {
  t->explored = *x;
  subtract (COUNTERS (explored), &t->explored, &start->explored);
  t->explored.live = x->live;
  t->explored.peak = x->peak;
  t->stats = c->stats;
  subtract (COUNTERS (stats), &t->stats, &start->stats);
  phases_since (&c->phases, &start->phases, t->time);
  t->cpu = clock_cpu () - start->cpu;
  t->memory = c->memory.live;
}
