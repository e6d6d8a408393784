/* The life of a query, on one screen: see ladder_ask at the end.
 *
 *     front     conjuncts, tables, trivial cases      ladder/front.c
 *     strategy  the path, its slices                  ladder/walk.c
 *       chain   rungs from top to bottom              ladder/chain.c
 *       solving the last of them: backends            ladder/solving.c
 */

#include "ladder/ladder.h"

#include "base/clock.h"
#include "ladder/front.h"
#include "ladder/walk.h"

struct ladder {
  context *context;
  memory *mem;
  front *front;
  strategy *strategy;
  model *completed;   /* a model with the facts of tables added */
  const model *model; /* of the last query */
  bool is_simplified; /* the front answered */
};

ladder *ladder_new (context *c, terms *ts, store *st) {
  memory *mem = &c->memory;
  ladder *l = memory_zalloc (mem, sizeof *l);
  preset p = preset_of (c);
  l->context = c;
  l->mem = mem;
  l->front = front_new (mem, ts);
  l->completed = model_new (mem, ts);
  l->strategy = p.make ? p.make (c, ts, &p) : walk_new (c, ts, &p, st);
  return l;
}

void ladder_free (ladder *l) {
  if (!l)
    return;
  l->strategy->class->free (l->strategy);
  front_free (l->front);
  model_free (l->completed);
  memory_free (l->mem, l, sizeof *l);
}

static void count_simplified (stats *s, verdict v) {
  s->queries++;
  s->answered_simplify++;
  s->rung[RUNG_SIMPLIFY].queries++;
  s->answers_sat += v == VERDICT_SAT;
  s->answers_unsat += v == VERDICT_UNSAT;
}

static verdict ladder_ladder_ask (ladder *l, uint64_t deadline) {
  const term_vec *asked = front_asked (l->front);
  strategy *s = l->strategy;
  phase_start (&l->context->phases, PHASE_SOLVE);
  assert (asked->len); /* else the front knows */
  verdict v = s->class->check (s, asked->len, asked->data, deadline);
  phase_stop (&l->context->phases, PHASE_SOLVE);
  if (v == VERDICT_SAT)
    l->model = s->class->model (s);
  return v;
}

/* What is below evaluates its models; here it is about the facts of tables
 * that are added. A failure would be a bug of ours.
 */
static bool complete_model (ladder *l) {
  if (!front_has_facts (l->front))
    return true;
  phase_start (&l->context->phases, PHASE_CHECK);
  if (l->model != l->completed)
    model_copy (l->completed, l->model);
  l->model = l->completed;
  front_complete (l->front, l->completed);
  bool is_right =
      !l->context->options.check || front_completes (l->front, l->completed);
  phase_stop (&l->context->phases, PHASE_CHECK);
  if (!is_right)
    log_error (
        &l->context->log,
        "a model does not satisfy its query; asking again without tables");
  return is_right;
}

verdict ladder_ask (ladder *l, size_t n, const term *constraint,
                    uint64_t time) {
  uint64_t deadline = time ? clock_now () + time : 0;
  model_clear (l->completed);
  l->model = l->completed;

  phase_start (&l->context->phases, PHASE_SIMPLIFY);
  verdict v = front_take (l->front, n, constraint);
  phase_stop (&l->context->phases, PHASE_SIMPLIFY);

  l->is_simplified = v != VERDICT_UNKNOWN;
  if (l->is_simplified)
    count_simplified (&l->context->stats, v);
  else
    v = ladder_ladder_ask (l, deadline);

  if (v == VERDICT_SAT && !complete_model (l)) {
    front_drop_tables (l->front);
    l->is_simplified = false;
    v = ladder_ladder_ask (l, deadline);
    assert (!front_has_facts (l->front)); /* or the model lacks them */
  }
  return v;
}

/* For who knows no slices: all as one query. */
static verdict ask_whole (ladder *l, size_t n, const term *slice,
                          term condition, uint64_t deadline, model *found) {
  term_vec all = {0};
  for (size_t i = 0; i < n; i++)
    vec_push (l->mem, &all, slice[i]);
  vec_push (l->mem, &all, condition);
  uint64_t now = clock_now ();
  uint64_t time = !deadline ? 0 : deadline > now ? deadline - now : 1;
  verdict v = ladder_ask (l, all.len, all.data, time);
  if (v == VERDICT_SAT)
    model_copy (found, l->model);
  vec_release (l->mem, &all);
  return v;
}

verdict ladder_side (ladder *l, size_t n, const term *slice, term condition,
                     uint64_t deadline, model *found) {
  strategy *s = l->strategy;
  if (!s->class->side)
    return ask_whole (l, n, slice, condition, deadline, found);
  phase_start (&l->context->phases, PHASE_SOLVE);
  verdict v = s->class->side (s, n, slice, condition, deadline, found);
  phase_stop (&l->context->phases, PHASE_SOLVE);
  return v;
}

void ladder_set_hints (ladder *l, hints *h, uint64_t effort) {
  if (l->strategy->class->set_hints)
    l->strategy->class->set_hints (l->strategy, h, effort);
}

static void ladder_note (ladder *l, rung_kind by) {
  l->context->stats.queries++;
  l->context->stats.answered_rung++;
  l->context->stats.answers_sat++;
  l->context->stats.rung[by].queries++;
}

void ladder_note_witness (ladder *l) { ladder_note (l, RUNG_WITNESS); }
void ladder_note_suite (ladder *l) { ladder_note (l, RUNG_SUITE); }

const model *ladder_model (const ladder *l) { return l->model; }

const term_vec *ladder_core (ladder *l) {
  strategy *s = l->strategy;
  return front_core (l->front, l->is_simplified ? NULL : s->class->core (s));
}

reason ladder_why (const ladder *l) {
  return l->strategy->class->why (l->strategy);
}

void ladder_interrupt (ladder *l) {
  l->strategy->class->interrupt (l->strategy);
}
