#include "fleet/tally.h"

#include "base/clock.h"

/* Counters are numbers of one size, whatever they are called. */
#define N_COUNTERS (sizeof (stats) / sizeof (uint64_t))
_Static_assert (sizeof (stats) == N_COUNTERS * sizeof (uint64_t),
                "stats are counters");

static void subtract (stats *s, const stats *before) {
  uint64_t *to = (uint64_t *) (void *) s;
  const uint64_t *from = (const uint64_t *) (const void *) before;
  for (size_t i = 0; i < N_COUNTERS; i++)
    to[i] -= from[i];
}

void tally_add_stats (stats *s, const stats *more) {
  uint64_t *to = (uint64_t *) (void *) s;
  const uint64_t *from = (const uint64_t *) (const void *) more;
  for (size_t i = 0; i < N_COUNTERS; i++)
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
  const explored *before = &start->explored;
  t->explored =
      (explored) {.complete = x->complete - before->complete,
                  .error = x->error - before->error,
                  .cut = x->cut - before->cut,
                  .silent = x->silent - before->silent,
                  .carried = x->carried - before->carried,
                  .boundary = x->boundary - before->boundary,
                  .left_out = x->left_out - before->left_out,
                  .forks = x->forks - before->forks,
                  .instructions = x->instructions - before->instructions,
                  .set_aside = x->set_aside - before->set_aside,
                  .executed_again = x->executed_again - before->executed_again,
                  .live = x->live,
                  .peak = x->peak};
  t->stats = c->stats;
  subtract (&t->stats, &start->stats);
  phases_since (&c->phases, &start->phases, t->time);
  t->cpu = clock_cpu () - start->cpu;
  t->memory = c->memory.live;
}
