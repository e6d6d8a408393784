/* Bounds FROM, FROM + STEP, ... TO, each a round. What lets a round go on where
 * the one before ended is the trie; what is here is only arithmetic.
 *
 *     from      from+step            to
 *      |------------|-----...---------|
 *      ^ round 1    ^ round 2         ^ the last, or earlier: when a round cut
 *                                       no path at its bound, all are known
 *
 * Counters of the process run on through all rounds, so the share of a round is
 * a difference; those of an explorer begin anew with each and are added up in
 * 'before'. Budgets of the user are for the whole: a round gets what is left,
 * and at least 1, since 0 would mean that there is none.
 */

#include "run/deepening.h"

#include "base/clock.h"
#include "memo/memo.h"

#include <inttypes.h>

#define MAX_DEPTH 1000000000

static bool parse (deepening *d, const char *text) {
  char rest;
  d->step = 1;
  if (strspn (text, "0123456789:") != strlen (text) || strlen (text) > 32)
    return false;
  int n = sscanf (text, "%" SCNu64 ":%" SCNu64 ":%" SCNu64 "%c", &d->from,
                  &d->to, &d->step, &rest);
  bool has_step = strchr (text, ':') != strrchr (text, ':');
  return n == (has_step ? 3 : 2) && text[strlen (text) - 1] != ':' && d->from &&
         d->from <= d->to && d->to <= MAX_DEPTH && d->step;
}

status deepening_init (deepening *d, context *c) {
  const char *text = c->options.deepen;
  *d = (deepening) {.context = c};
  map_init (&d->old, &c->memory);
  changes_init (&d->changes, &c->memory);
  if (!text)
    return ST_OK;
  if (!parse (d, text))
    return trouble_set (&c->trouble, ST_USAGE,
                        "--deepen needs FROM:TO:STEP with depths of at least "
                        "1, such as 10:50:10");
  if (c->options.max_depth)
    return trouble_set (&c->trouble, ST_USAGE,
                        "--deepen sets --max-depth: give one of them");
  uint64_t time = c->options.time_budget;
  d->deadline = time ? clock_now () + time : 0;
  d->instructions = (uint64_t) c->options.max_instructions;
  return ST_OK;
}

void deepening_release (deepening *d) {
  if (!d->context)
    return;
  vec_release (&d->context->memory, &d->rounds);
  map_release (&d->old);
  changes_release (&d->changes);
}

static uint64_t next_bound (const deepening *d, uint64_t bound) {
  assert (d->step && bound < d->to); /* so it grows, and ends at 'to' */
  return d->to - bound < d->step ? d->to : bound + d->step;
}

static uint64_t first_bound (const deepening *d, bool has_trie, uint64_t last) {
  uint64_t first = d->from;
  if (has_trie && !last)
    return d->to;
  while (has_trie && first < last && first < d->to)
    first = next_bound (d, first);
  assert (d->from <= first && first <= d->to);
  return first;
}

void deepening_start (deepening *d, const char *trie_path) {
  context *c = d->context;
  uint64_t last = 0;
  assert (!d->rounds.len); /* the first bound */
  if (!d->step)
    return;
  bool has_trie = !strcmp (c->options.incremental, "on") &&
                  memo_last_depth (&c->memory, trie_path, &last);
  options o = c->options;
  o.max_depth = (int64_t) first_bound (d, has_trie, last);
  context_take_options (c, &o);
}

static uint64_t input_digest (const testcase *t) {
  uint64_t h = t->n_inputs;
  for (uint32_t i = 0; i < t->n_inputs; i++)
    h = hash_mix (h, hash_bytes (t->input[i].bytes, t->input[i].size).lo);
  return h | 1;
}

void deepening_note_tests (deepening *d, suite *from) {
  testcase t;
  assert (d->step && !d->n_old); /* once, of the run before the first round */
  d->n_old = suite_count (from);
  for (uint32_t i = 0; i < d->n_old; i++) {
    suite_get (from, i, &t);
    map_put (&d->old, t.path.lo | 1, input_digest (&t));
  }
}

void deepening_begin (deepening *d) {
  const stats *s = &d->context->stats;
  d->started = clock_now ();
  d->asked = s->queries;
  d->solved = s->rung[RUNG_SOLVER].queries;
}

void deepening_end (deepening *d, const explored *x) {
  const stats *s = &d->context->stats;
  explored *sum = &d->before;
  assert (d->started && d->asked <= s->queries); /* counters never go down */
  report_round now = {.bound = (uint64_t) d->context->options.max_depth,
                      .paths = x->complete + x->error + x->cut,
                      .boundary = x->boundary,
                      .asked = s->queries - d->asked,
                      .solved = s->rung[RUNG_SOLVER].queries - d->solved,
                      .instructions = x->instructions,
                      .time = clock_now () - d->started};
  vec_push (&d->context->memory, &d->rounds, now);
  sum->instructions += x->instructions;
  sum->forks += x->forks;
  sum->set_aside += x->set_aside;
  sum->executed_again += x->executed_again;
  sum->peak = x->peak > sum->peak ? x->peak : sum->peak;
}

/* What is left; nothing is not the same as no limit. */
static uint64_t left_of (uint64_t all, uint64_t used) {
  return !all ? 0 : all > used ? all - used : 1;
}

bool deepening_goes_on (const deepening *d) {
  uint64_t bound = (uint64_t) d->context->options.max_depth;
  assert (d->rounds.len); /* asked of a round that is over */
  return d->step && bound < d->to && vec_last (&d->rounds).boundary;
}

void deepening_advance (deepening *d) {
  options o = d->context->options;
  assert (deepening_goes_on (d));
  o.max_depth = (int64_t) next_bound (d, (uint64_t) o.max_depth);
  o.time_budget = left_of (d->deadline, clock_now ());
  o.max_instructions =
      (int64_t) left_of (d->instructions, d->before.instructions);
  context_take_options (d->context, &o);
}

/* Each test of the earlier run is met once. */
static void count_changes (deepening *d, suite *now) {
  testcase t;
  uint64_t *n = d->changes.count;
  for (uint32_t i = 0; i < suite_count (now); i++) {
    suite_get (now, i, &t);
    uint64_t *old = map_find (&d->old, t.path.lo | 1);
    uint64_t was = old ? *old : 0;
    n[CHANGE_KEPT] += was && was == input_digest (&t);
    n[CHANGE_CHANGED] += was && was != input_digest (&t);
    n[CHANGE_ADDED] += !was;
    if (old)
      *old = 0;
  }
  uint64_t met = n[CHANGE_KEPT] + n[CHANGE_CHANGED];
  assert (met <= d->n_old);
  n[CHANGE_DROPPED] = d->n_old - met;
}

void deepening_sum_up (deepening *d, report *out) {
  trouble ignored = {0};
  if (!d->step)
    return;
  explored *x = &out->explored;
  assert (out->context && d->rounds.len); /* the last round filled it in */
  x->instructions = d->before.instructions;
  x->forks = d->before.forks;
  x->set_aside = d->before.set_aside;
  x->executed_again = d->before.executed_again;
  x->peak = d->before.peak;
  out->n_rounds = d->rounds.len;
  out->rounds = d->rounds.data;
  suite *now = d->rounds.len > 1
                   ? suite_open (&d->context->memory, out->out, &ignored)
                   : NULL;
  if (now) {
    count_changes (d, now);
    out->changes = changes_list (&d->changes);
  }
  suite_free (now);
}
