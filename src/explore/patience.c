/* Hard questions wait.
 *
 * A question gets a share of work, which is a count. If that is not enough, and
 * others can go on meanwhile, its path waits behind all that are not hard:
 *
 *     asked     with --patience; less where the same branch was too hard before
 *     waits     until nothing else does
 *     asked     with GROWTH times as much, and so on; if it is the last one,
 *               with as much as it takes
 *
 * So what is explored is the same, in another order. Where time is limited,
 * a quarter of what is left when only hard ones wait is theirs. Then each that
 * is still too hard is given up, and the path goes on where its witness leads:
 * what is behind comes first.
 *
 *     given up  an alternative that no values are known for is a path of its
 *               own, which waits until nothing else does
 *     asked     with half of the time that is left then, and so on
 *     lost      by name, when time is over
 *
 * Who asks for an order (dfs, bfs) gets it.
 */

#include "explore/explorer_priv.h"

#include "base/clock.h"

#define LESS 2        /* bits, for each time that the branch was too hard */
#define LEAST 4       /* times: then no solver is asked at first */
#define LATE 16       /* part of a share, once hard ones have had their time */
#define GROWTH 3      /* bits */
#define GROWTH_OPEN 6 /* where time has no limit: no work is to be in vain */
#define MOST_GROWTH 30
#define FIRST_PART 4  /* of the time that is left, for those that wait ... */
#define LATER_PART 2  /* ... and for those that were given up, unless alone */
#define LEAST_PART 64 /* of the budget: less is not divided */
#define MOST_GIVEN_UP 4096 /* each keeps its state */

static bool applies (const explorer *e) {
  const options *o = &e->context->options;
  return o->patience && o->search != SEARCH_DFS && o->search != SEARCH_BFS;
}

static bool is_alone (const explorer *e) {
  return !e->searcher->count (e->searcher);
}

static bool is_over (const explorer *e) {
  return e->patience && clock_now () >= e->patience;
}

static uint64_t *failures_at (explorer *e, const state *s) {
  uint64_t at = (uint64_t) s->top->code->function << 32 | s->top->pc;
  return map_at (&e->hard_at, hash_mix (at, 0) | 1);
}

static uint64_t first_share (explorer *e, const state *s) {
  uint64_t n = e->hard_at.len ? *failures_at (e, s) : 0;
  uint64_t share = (uint64_t) e->context->options.patience;
  share = n < LEAST ? share >> LESS * n : 1;
  if (is_over (e)) /* what is behind is to have the time */
    share /= LATE;
  return share ? share : 1;
}

static uint64_t patient_share (explorer *e, const state *s) {
  unsigned times = pending_of (s)->postponed;
  if (!applies (e) || (!e->deadline && is_alone (e)))
    return 0;
  if (!times || is_over (e))
    return first_share (e, s);
  unsigned grown = times * (e->deadline ? GROWTH : GROWTH_OPEN);
  return (uint64_t) e->context->options.patience
         << (grown < MOST_GROWTH ? grown : MOST_GROWTH);
}

static uint64_t share_of (explorer *e, const state *s) {
  uint64_t share = patient_share (e, s);
  uint64_t most = (uint64_t) e->context->options.max_effort;
  return most && (!share || share > most) ? most : share;
}

/* Only hard ones are left: they have until then. */
static void give_time (explorer *e, unsigned part) {
  uint64_t now = clock_now ();
  if (!e->deadline || e->patience || now >= e->deadline)
    return;
  uint64_t time = (e->deadline - now) / part;
  bool is_little = time < e->context->options.time_budget / LEAST_PART;
  e->patience = is_little ? e->deadline : now + time;
}

uint64_t patience_until (const explorer *e, uint64_t deadline) {
  bool is_sooner = !deadline || e->patience < deadline;
  return e->patience && !is_over (e) && is_sooner ? e->patience : deadline;
}

static void note (explorer *e, const state *s, bool is_hard) {
  if (!is_hard && !e->hard_at.len)
    return;
  uint64_t *n = failures_at (e, s);
  *n = is_hard ? *n + 1 : *n / 2;
}

static void rank_hard (explorer *e) {
  if (!e->is_ranked)
    e->searcher = searcher_new_ranked (e->mem, e->searcher, true);
  e->is_ranked = true;
}

static void patience_postpone (explorer *e, pending *p) {
  rank_hard (e);
  p->postponed += p->postponed < UINT8_MAX;
  e->context->stats.postponed++;
}

verdict patience_ask (explorer *e, state *s, term t, model *found,
                      bool *waits) {
  pending *p = pending_of (s);
  uint64_t share = share_of (e, s);
  if (p->postponed)
    give_time (e, FIRST_PART);
  uint64_t most = (uint64_t) e->context->options.max_effort;
  verdict v = choosing_ask (e, p, t, found, waits ? share : most);
  bool is_hard =
      v == VERDICT_UNKNOWN && e->oracle->why (e->oracle) == REASON_EFFORT;
  note (e, s, is_hard);
  if (!is_hard || !waits || share == most)
    return v;
  assert (share);
  *waits = !is_alone (e) && !(p->postponed && is_over (e));
  if (*waits)
    patience_postpone (e, p);
  if (*waits || is_over (e))
    return v;
  give_time (e, FIRST_PART);
  return choosing_ask (e, p, t, found, most);
}

cause patience_cause (explorer *e) {
  reason why = e->oracle->why (e->oracle);
  bool is_hard =
      why == REASON_EFFORT ||
      (why == REASON_TIMEOUT && e->patience && !e->context->options.timeout);
  return is_hard ? cause_of (WHY_TOO_HARD)
                 : cause_about (WHY_SOLVER, reason_text (why));
}

/* Limits of a single question are the user's. */
bool patience_defers (explorer *e) {
  const options *o = &e->context->options;
  if (!e->deadline || !applies (e) || o->klee || o->max_effort || o->timeout ||
      e->counts.live > MOST_GIVEN_UP ||
      patience_cause (e).reason != WHY_TOO_HARD)
    return false;
  rank_hard (e);
  return true;
}

static verdict ask_unproven (explorer *e, pending *p) {
  uint64_t share = is_alone (e) ? 0 : share_of (e, p->state);
  e->oracle->insists = true; /* nobody else needs the time */
  verdict v = choosing_ask (e, p, p->unproven, e->found, share);
  e->oracle->insists = false;
  if (v == VERDICT_SAT) {
    knowledge_add (p->knowledge, p->unproven, e->found);
    p->unproven = TERM_NONE;
    p->postponed = 0;
  }
  return v;
}

bool patience_resume (explorer *e, pending *p) {
  assert (p->is_given_up && p->state); /* nothing else waits */
  e->patience = is_alone (e) ? e->deadline : 0;
  give_time (e, LATER_PART);
  e->context->stats.asked_again++;
  p->is_given_up = false;
  if (term_eq (p->unproven, TERM_NONE)) /* an assumption, which it asks about */
    return true;
  switch (ask_unproven (e, p)) {
  case VERDICT_SAT:
    return true;
  case VERDICT_UNSAT:
    explorer_drop (e, p);
    return false;
  default:
    p->is_given_up = true;
    patience_postpone (e, p);
    e->searcher->add (e->searcher, p);
    return false;
  }
}
