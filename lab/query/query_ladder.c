/* The life of a query, on one screen: see query_ladder_ask at the end.
 *
 *     front     conjuncts, tables, trivial cases      front.c
 *     strategy  the path, its slices                  walk.c
 *       chain   rungs from top to bottom              ladder/chain.c
 *       solving the last of them: backends            ladder/solving.c
 */

#include "lab/query/query_ladder.h"

#include "base/clock.h"
#include "lab/query/front.h"
#include "lab/query/walk.h"

struct query_ladder {
  context *context;
  memory *mem;
  front *front;
  strategy *strategy;
  model *completed;   /* a model with the facts of tables added */
  const model *model; /* of the last query */
  bool is_simplified; /* the front answered */
};

query_ladder *query_ladder_new (context *c, terms *ts, store *st) {
  memory *mem = &c->memory;
  query_ladder *l = memory_zalloc (mem, sizeof *l);
  preset p = preset_of (c);
  l->context = c;
  l->mem = mem;
  l->front = front_new (mem, ts);
  l->completed = model_new (mem, ts);
  l->strategy = p.make ? p.make (c, ts, &p) : walk_new (c, ts, &p, st);
  return l;
}

void query_ladder_free (query_ladder *l) {
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

static verdict ask_strategy (query_ladder *l, uint64_t deadline) {
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
static bool complete_model (query_ladder *l) {
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

verdict query_ladder_ask (query_ladder *l, size_t n, const term *constraint,
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
    v = ask_strategy (l, deadline);

  if (v == VERDICT_SAT && !complete_model (l)) {
    front_drop_tables (l->front);
    l->is_simplified = false;
    v = ask_strategy (l, deadline);
    assert (!front_has_facts (l->front)); /* or the model lacks them */
  }
  return v;
}

const model *query_ladder_model (const query_ladder *l) { return l->model; }

const term_vec *query_ladder_core (query_ladder *l) {
  strategy *s = l->strategy;
  return front_core (l->front, l->is_simplified ? NULL : s->class->core (s));
}

reason query_ladder_why (const query_ladder *l) {
  return l->strategy->class->why (l->strategy);
}

void query_ladder_interrupt (query_ladder *l) {
  l->strategy->class->interrupt (l->strategy);
}

/* In the place of the ladder. */

typedef struct query_oracle {
  oracle base;
  query_ladder *ladder;
  term_vec all;
} query_oracle;

static verdict query_oracle_ask (oracle *o, size_t n, const term *slice,
                                 term condition, uint64_t deadline,
                                 model *found) {
  query_oracle *q = (query_oracle *) o;
  memory *mem = q->ladder->mem;
  vec_clear (&q->all);
  for (size_t i = 0; i < n; i++)
    vec_push (mem, &q->all, slice[i]);
  vec_push (mem, &q->all, condition);
  uint64_t now = clock_now ();
  uint64_t time = !deadline ? 0 : deadline > now ? deadline - now : 1;
  verdict v = query_ladder_ask (q->ladder, q->all.len, q->all.data, time);
  if (v == VERDICT_SAT)
    model_copy (found, q->ladder->model);
  return v;
}

static reason query_oracle_why (oracle *o) {
  return query_ladder_why (((query_oracle *) o)->ladder);
}

static void query_oracle_interrupt (oracle *o) {
  query_ladder_interrupt (((query_oracle *) o)->ladder);
}

static void query_oracle_free (oracle *o) {
  query_oracle *q = (query_oracle *) o;
  memory *mem = q->ladder->mem;
  vec_release (mem, &q->all);
  query_ladder_free (q->ladder);
  memory_free (mem, q, sizeof *q);
}

oracle *query_oracle_new (context *c, terms *ts) {
  query_oracle *q = memory_zalloc (&c->memory, sizeof *q);
  q->base = (oracle) {.ask = query_oracle_ask,
                      .why = query_oracle_why,
                      .interrupt = query_oracle_interrupt,
                      .free = query_oracle_free,
                      .stats = &c->stats};
  q->ladder = query_ladder_new (c, ts, NULL);
  return &q->base;
}
