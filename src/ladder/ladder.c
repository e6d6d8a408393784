/* The life of a query: a slice and one more condition become a problem, which
 * goes down the rungs (chain.c) until one answers. The lowest asks backends
 * (solving.c).
 */

#include "ladder/ladder.h"

#include "ladder/chain.h"

typedef struct ladder {
  oracle base;
  context *context;
  memory *mem;
  bench *bench;
  chain *chain;
  term_vec conjuncts, core;
  reason why;
} ladder;

void oracle_count (stats *s, verdict v, rung_kind by) {
  assert (by < N_RUNGS); /* law 7: each query is counted once */
  s->queries++;
  s->rung[by].queries++;
  s->answered_solver += by == RUNG_SOLVER;
  s->answered_rung += by != RUNG_SOLVER;
  s->answers_sat += v == VERDICT_SAT;
  s->answers_unsat += v == VERDICT_UNSAT;
  s->answers_unknown += v == VERDICT_UNKNOWN;
}

static problem *ladder_take (ladder *l, size_t n, const term *slice,
                             term condition) {
  const oracle *o = &l->base;
  bench_clear (l->bench);
  vec_clear (&l->conjuncts);
  for (size_t i = 0; i < n; i++)
    vec_push (l->mem, &l->conjuncts, slice[i]);
  term_add_conjuncts (l->mem, &l->conjuncts, bench_terms (l->bench), condition);
  *bench_asking (l->bench) =
      (asking) {.hints = o->hints, .effort = o->effort, .insists = o->insists};
  return problem_new (l->bench, l->conjuncts.len, l->conjuncts.data);
}

static verdict ladder_ask (oracle *o, size_t n, const term *slice,
                           term condition, uint64_t deadline, model *found) {
  ladder *l = (ladder *) o;
  rung_kind by;
  finding f = {.model = found, .core = &l->core, .deadline = deadline};
  phase_start (&l->context->phases, PHASE_SOLVE);
  verdict v =
      chain_answer (l->chain, ladder_take (l, n, slice, condition), &f, &by);
  phase_stop (&l->context->phases, PHASE_SOLVE);
  l->why = v == VERDICT_UNKNOWN ? f.why : REASON_NONE;
  l->context->stats.enforced += l->why == REASON_ENFORCED;
  oracle_count (o->stats, v, by);
  return v;
}

static reason ladder_why (oracle *o) { return ((ladder *) o)->why; }

static void ladder_interrupt (oracle *o) {
  chain_interrupt (((ladder *) o)->chain);
}

static void ladder_free (oracle *o) {
  ladder *l = (ladder *) o;
  chain_free (l->chain);
  bench_free (l->bench);
  vec_release (l->mem, &l->conjuncts, &l->core);
  memory_free (l->mem, l, sizeof *l);
}

oracle *ladder_new (context *c, terms *ts, store *st) {
  preset p = preset_of (c);
  if (p.make)
    return c->extension->whole_oracle (c, ts);
  memory *mem = &c->memory;
  ladder *l = memory_zalloc (mem, sizeof *l);
  l->base = (oracle) {.ask = ladder_ask,
                      .why = ladder_why,
                      .interrupt = ladder_interrupt,
                      .free = ladder_free,
                      .stats = &c->stats};
  l->context = c;
  l->mem = mem;
  l->bench = bench_new (mem, ts);
  l->chain = chain_new (c, l->bench, &p, st);
  return &l->base;
}
