#include "lab/query/walk.h"

#include "lab/query/path.h"
#include "ladder/chain.h"
#include "ladder/oracle.h"

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
  oracle_count (&w->context->stats, v, lowest);
  return v;
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
  vec_release (w->mem, &w->sliced, &w->ends, &w->core);
  memory_free (w->mem, w, sizeof *w);
}

strategy *walk_new (context *c, terms *ts, const preset *p, store *st) {
  static const strategy_class class = {.free = walk_free,
                                       .check = walk_check,
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
