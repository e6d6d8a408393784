/* The life of a query, on one screen: see ladder_ask at the end.
 *
 *     front     conjuncts, tables, trivial cases      ladder/front.c
 *     walk      the path, its slices                  ladder/walk.c
 *       chain   rungs from top to bottom              ladder/chain.c
 *       solving backends                              ladder/solving.c
 *     technique instead of walk: the five of stack against cache, for
 *               comparison                            solver/technique.c
 */

#include "ladder/ladder.h"

#include "base/clock.h"
#include "ladder/front.h"
#include "ladder/walk.h"

#include <string.h>

struct ladder {
  context *context;
  memory *mem;
  front *front;
  walk *walk;           /* either this ... */
  technique *technique; /* ... or that */
  model *completed;     /* a model with the facts of tables added */
  const model *model;   /* of the last query */
  bool is_simplified;   /* the front answered */
};

static technique *new_technique (context *c, terms *ts, const preset *p) {
  return technique_new (&(technique_config) {
      .mem = &c->memory,
      .terms = ts,
      .stats = &c->stats,
      .phases = &c->phases,
      .log = &c->log,
      .kind = p->technique,
      .backend = c->options.backend,
      .check = (unsigned) c->options.check,
      .memory_limit = c->options.memory_limit,
      .seed = (unsigned) c->options.seed,
  });
}

ladder *ladder_new (context *c, terms *ts, store *st) {
  memory *mem = &c->memory;
  ladder *l = memory_zalloc (mem, sizeof *l);
  preset p = preset_of (&c->options);
  l->context = c;
  l->mem = mem;
  l->front = front_new (mem, ts);
  l->completed = model_new (mem, ts);
  if (p.is_technique)
    l->technique = new_technique (c, ts, &p);
  else
    l->walk = walk_new (c, ts, &p, st);
  return l;
}

void ladder_free (ladder *l) {
  if (!l)
    return;
  technique_free (l->technique);
  walk_free (l->walk);
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

/* Techniques have no rungs of their own; their cache is of native conjuncts. */
static void count_technique (stats *s, const char *by) {
  rung_kind k = !strcmp (by, "cache")      ? RUNG_NATIVE
                : !strcmp (by, "simplify") ? RUNG_SIMPLIFY
                                           : RUNG_SOLVER;
  s->rung[k].queries++;
}

static verdict ask (ladder *l, uint64_t deadline) {
  const term_vec *asked = front_asked (l->front);
  phase_start (&l->context->phases, PHASE_SOLVE);
  verdict v = l->walk ? walk_check (l->walk, asked->len, asked->data, deadline)
                      : technique_check (l->technique, asked->len, asked->data,
                                         deadline);
  phase_stop (&l->context->phases, PHASE_SOLVE);
  if (l->technique)
    count_technique (&l->context->stats, technique_answered_by (l->technique));
  if (v == VERDICT_SAT)
    l->model = l->walk ? walk_model (l->walk) : technique_model (l->technique);
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
    v = ask (l, deadline);

  if (v == VERDICT_SAT && !complete_model (l)) {
    front_drop_tables (l->front);
    l->is_simplified = false;
    v = ask (l, deadline);
  }
  return v;
}

/* A technique knows no slices: it gets them as a query. */
static verdict ask_technique (ladder *l, size_t n, const term *slice,
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
  if (l->technique)
    return ask_technique (l, n, slice, condition, deadline, found);
  phase_start (&l->context->phases, PHASE_SOLVE);
  verdict v = walk_side (l->walk, n, slice, condition, deadline, found);
  phase_stop (&l->context->phases, PHASE_SOLVE);
  return v;
}

void ladder_set_hints (ladder *l, hints *h) {
  if (l->walk)
    walk_set_hints (l->walk, h);
}

static void note (ladder *l, rung_kind by) {
  l->context->stats.queries++;
  l->context->stats.answered_cache++;
  l->context->stats.answers_sat++;
  l->context->stats.rung[by].queries++;
}

void ladder_note_witness (ladder *l) { note (l, RUNG_WITNESS); }
void ladder_note_suite (ladder *l) { note (l, RUNG_SUITE); }

const model *ladder_model (const ladder *l) { return l->model; }

const term_vec *ladder_core (ladder *l) {
  return front_core (l->front, l->is_simplified ? NULL
                               : l->walk        ? walk_core (l->walk)
                                         : technique_core (l->technique));
}

reason ladder_why (const ladder *l) {
  return l->walk ? walk_why (l->walk) : technique_why (l->technique);
}

void ladder_interrupt (ladder *l) {
  if (l->walk)
    walk_interrupt (l->walk);
  else
    technique_interrupt (l->technique);
}
