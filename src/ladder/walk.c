#include "ladder/walk.h"

#include "ladder/chain.h"
#include "logic/path.h"

typedef struct walk {
  strategy base;
  context *context;
  memory *mem;
  bench *bench;
  chain *chain;
  path *path;
  bool has_slices; /* else the whole query is one problem */
  size_t n_sat;    /* so many parts of the path have ... */
  model *witness;  /* ... this model */
  term_vec sliced;
  u32_vec ends;
  size_t n_problems;
  problem **problem; /* one for each slice; in the bench */
  model *found;      /* values of one slice */
  term_vec core;
  reason why;
} walk;

static void choose_slices (walk *w) {
  assert (w->n_sat <= path_parts (w->path)->len);
  phase_start (&w->context->phases, PHASE_SLICE);
  path_slices (w->path, w->has_slices ? w->n_sat : 0, &w->sliced, &w->ends);
  if (!w->has_slices && w->ends.len) {
    w->ends.data[0] = (uint32_t) w->sliced.len;
    w->ends.len = 1;
  }
  phase_stop (&w->context->phases, PHASE_SLICE);
}

/* The slice's values replace those in the witness. What they were taken for
 * still holds: the slice contains all that was said about its leaves.
 */
static void take_values (walk *w, problem *p) {
  assert (w->found != w->witness);
  size_t n;
  const term *leaf = problem_leaves (p, &n);
  for (size_t i = 0; i < n; i++)
    model_take (w->witness, leaf[i], w->found);
}

/* Make the query the current path, and problems of what must be asked. */
static void take_query (walk *w, size_t n, const term *part) {
  bench_clear (w->bench);
  size_t kept = path_move (w->path, n, part), start = 0;
  if (w->n_sat > kept)
    w->n_sat = kept;
  choose_slices (w);
  w->n_problems = w->ends.len;
  w->problem = arena_alloc (bench_arena (w->bench),
                            (w->ends.len + 1) * sizeof *w->problem);
  for (size_t i = 0; i < w->ends.len; start = w->ends.data[i++])
    w->problem[i] =
        problem_new (w->bench, w->ends.data[i] - start, w->sliced.data + start);
  assert (start == w->sliced.len && w->n_sat <= path_parts (w->path)->len);
}

static verdict answer_slice (walk *w, problem *p, uint64_t deadline,
                             rung_kind *lowest) {
  vec_clear (&w->core);
  model_clear (w->found);
  finding f = {.model = w->found, .core = &w->core, .deadline = deadline};
  rung_kind by = RUNG_WITNESS;
  verdict v = chain_answer (w->chain, p, &f, &by);
  if (by > *lowest)
    *lowest = by;
  if (v == VERDICT_SAT && by != RUNG_WITNESS)
    take_values (w, p);
  if (v == VERDICT_UNSAT && !w->core.len)
    for (size_t i = 0; i < p->n; i++)
      vec_push (w->mem, &w->core, p->constraint[i]);
  assert (v != VERDICT_UNSAT || w->core.len);
  if (v == VERDICT_UNKNOWN)
    w->why = f.why;
  return v;
}

static verdict answer_slices (walk *w, uint64_t deadline, rung_kind *lowest) {
  verdict res = VERDICT_SAT;
  asking *a = bench_asking (w->bench);
  a->n_coming = w->n_problems;
  a->coming = w->problem;
  for (size_t i = 0; i < w->n_problems; i++) {
    verdict v = answer_slice (w, w->problem[i], deadline, lowest);
    if (v == VERDICT_UNSAT)
      return v;
    if (v == VERDICT_UNKNOWN)
      res = v;
    if (v == VERDICT_UNKNOWN && w->why == REASON_INTERRUPTED)
      break;
  }
  return res;
}

static void walk_count (stats *s, verdict v, rung_kind lowest) {
  assert (lowest < N_RUNGS); /* law 7: each query is counted once */
  s->queries++;
  s->rung[lowest].queries++;
  s->answered_solver += lowest == RUNG_SOLVER;
  s->answered_rung += lowest != RUNG_SOLVER;
  s->answers_sat += v == VERDICT_SAT;
  s->answers_unsat += v == VERDICT_UNSAT;
  s->answers_unknown += v == VERDICT_UNKNOWN;
}

static verdict walk_check (strategy *base, size_t n, const term *part,
                           uint64_t deadline) {
  walk *w = (walk *) base;
  rung_kind lowest = RUNG_WITNESS;
  w->why = REASON_NONE;
  take_query (w, n, part);
  verdict v = answer_slices (w, deadline, &lowest);
  chain_resume (w->chain);
  if (v != VERDICT_UNKNOWN) /* another slice was UNSAT */
    w->why = REASON_NONE;
  if (v == VERDICT_SAT)
    w->n_sat = path_parts (w->path)->len;
  w->context->stats.enforced += w->why == REASON_ENFORCED;
  walk_count (&w->context->stats, v, lowest);
  return v;
}

/* The conjuncts of the condition that the slice does not have. */
static void add_condition (walk *w, term condition) {
  assert (sort_is_bool (term_sort (bench_terms (w->bench), condition)));
  const terms *ts = bench_terms (w->bench);
  size_t at = w->sliced.len;
  vec_push (w->mem, &w->sliced, condition);
  while (at < w->sliced.len) {
    term t = w->sliced.data[at];
    bool is_known = false;
    for (size_t i = 0; i < at && !is_known; i++)
      is_known = term_eq (w->sliced.data[i], t);
    if (!is_known && term_kind (ts, t) != KIND_AND) {
      at++;
      continue;
    }
    w->sliced.data[at] = vec_last (&w->sliced);
    w->sliced.len--;
    if (!is_known) {
      vec_push (w->mem, &w->sliced, term_arg (ts, t, 0));
      vec_push (w->mem, &w->sliced, term_arg (ts, t, 1));
    }
  }
}

static verdict walk_side (strategy *base, size_t n, const term *slice,
                          term condition, uint64_t deadline, model *found) {
  walk *w = (walk *) base;
  asking *a = bench_asking (w->bench);
  rung_kind by = RUNG_WITNESS;
  bench_clear (w->bench);
  vec_clear (&w->sliced);
  for (size_t i = 0; i < n; i++)
    vec_push (w->mem, &w->sliced, slice[i]);
  add_condition (w, condition);
  vec_clear (&w->core);
  finding f = {.model = found, .core = &w->core, .deadline = deadline};
  problem *p = problem_new (w->bench, w->sliced.len, w->sliced.data);
  assert (a->witness == w->witness); /* side questions do not nest */
  a->witness = NULL;                 /* it does not satisfy the condition */
  verdict v = chain_answer (w->chain, p, &f, &by);
  a->witness = w->witness;
  w->why = v == VERDICT_UNKNOWN ? f.why : REASON_NONE;
  w->context->stats.enforced += w->why == REASON_ENFORCED;
  walk_count (&w->context->stats, v, by);
  return v;
}

static void walk_set_hints (strategy *base, hints *h, uint64_t effort) {
  asking *a = bench_asking (((walk *) base)->bench);
  a->hints = h;
  a->effort = effort;
}

static const model *walk_model (const strategy *base) {
  return ((const walk *) base)->witness;
}

static const term_vec *walk_core (strategy *base) {
  return &((walk *) base)->core;
}

static reason walk_why (const strategy *base) {
  return ((const walk *) base)->why;
}

static void walk_interrupt (strategy *base) {
  chain_interrupt (((walk *) base)->chain);
}

static void walk_free (strategy *base) {
  walk *w = (walk *) base;
  chain_free (w->chain);
  bench_free (w->bench);
  path_free (w->path);
  model_free (w->witness);
  model_free (w->found);
  vec_release (w->mem, &w->sliced);
  vec_release (w->mem, &w->ends);
  vec_release (w->mem, &w->core);
  memory_free (w->mem, w, sizeof *w);
}

strategy *walk_new (context *c, terms *ts, const preset *p, store *st) {
  static const strategy_class class = {.free = walk_free,
                                       .check = walk_check,
                                       .side = walk_side,
                                       .set_hints = walk_set_hints,
                                       .model = walk_model,
                                       .core = walk_core,
                                       .why = walk_why,
                                       .interrupt = walk_interrupt};
  memory *mem = &c->memory;
  walk *w = memory_zalloc (mem, sizeof *w);
  w->base.class = &class;
  w->context = c;
  w->mem = mem;
  w->has_slices = c->options.rung_slice;
  w->bench = bench_new (mem, ts);
  w->chain = chain_new (c, w->bench, p, st);
  w->path = path_new (mem, ts);
  w->witness = model_new (mem, ts);
  w->found = model_new (mem, ts);
  bench_asking (w->bench)->witness = w->witness;
  return &w->base;
}
