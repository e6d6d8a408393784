#ifndef UNIT_RUNGS_H
#define UNIT_RUNGS_H

/* A rung asked one random query after the other, each made of earlier ones by
 * adding, dropping, weakening and strengthening conjuncts and by renaming
 * variables. Z3 says what is true; what the rung does not answer it is told.
 */

#include "reuse/rung.h"
#include "solver/backend.h"

#include "random.h"
#include "test.h"

#include <string.h>

#define RECIPE_VARS 3
#define RECIPE_MAX 6

/* A conjunct that can still be changed. */
typedef struct recipe {
  unsigned relation; /* <=, >=, =, != */
  int coefficient[RECIPE_VARS];
  int constant;
} recipe;

typedef struct recipes {
  size_t n;
  recipe recipe[RECIPE_MAX];
} recipes;

typedef struct rung_tester {
  memory mem;
  terms *ts;
  bench *bench;
  model *model;
  backend *solver;
  rung *rung;
  sort sort;
  term var[RECIPE_VARS];
  uint64_t seed;
  unsigned n_asked, n_sat, n_unsat; /* answered by the rung */
} rung_tester;

static inline void rung_tester_init (rung_tester *t, sort s, uint64_t seed) {
  memset (t, 0, sizeof *t);
  t->ts = terms_new (&t->mem);
  t->bench = bench_new (&t->mem, t->ts);
  t->model = model_new (&t->mem, t->ts);
  t->solver =
      backend_new_z3 (&(backend_config) {.mem = &t->mem, .terms = t->ts});
  t->sort = s;
  t->seed = seed;
  static const char *const name[] = {"x", "y", "z"};
  for (unsigned i = 0; i < RECIPE_VARS; i++)
    t->var[i] = term_var (t->ts, name[i], 1, s);
}

static inline void rung_tester_release (rung_tester *t) {
  rung_free (t->rung);
  t->solver->class->free (t->solver);
  model_free (t->model);
  bench_free (t->bench);
  terms_free (t->ts);
  CHECK_EQ (t->mem.live, 0);
}

static inline term rung_number (rung_tester *t, int64_t n) {
  return sort_is_int (t->sort)
             ? term_int (t->ts, num_of_i64 (NULL, n))
             : term_bv (t->ts, sort_width (t->sort), (uint64_t) n);
}

static inline term rung_conjunct (rung_tester *t, const recipe *r) {
  bool is_int = sort_is_int (t->sort);
  term sum = rung_number (t, 0), c = rung_number (t, r->constant);
  for (unsigned i = 0; i < RECIPE_VARS; i++) {
    term m = term_binary (t->ts, is_int ? KIND_INT_MUL : KIND_BV_MUL, t->var[i],
                          rung_number (t, r->coefficient[i]));
    sum = term_binary (t->ts, is_int ? KIND_INT_ADD : KIND_BV_ADD, sum, m);
  }
  if (r->relation == 0)
    return term_binary (t->ts, is_int ? KIND_INT_LE : KIND_BV_SLE, sum, c);
  if (r->relation == 1)
    return term_binary (t->ts, is_int ? KIND_INT_LE : KIND_BV_ULE, c, sum);
  term e = term_equal (t->ts, sum, c);
  return r->relation == 2 ? e : term_not (t->ts, e);
}

static inline recipe random_recipe (uint64_t *seed) {
  recipe r = {.relation = random_below (seed, 4),
              .constant = (int) random_below (seed, 9) - 4};
  for (unsigned n = 1 + random_below (seed, 2); n-- > 0;)
    r.coefficient[random_below (seed, RECIPE_VARS)] =
        random_below (seed, 3) ? 1 : (int) random_below (seed, 5) - 2;
  return r;
}

static inline void rename_recipes (uint64_t *seed, recipes *s) {
  unsigned a = random_below (seed, RECIPE_VARS);
  unsigned b = random_below (seed, RECIPE_VARS);
  for (size_t i = 0; i < s->n; i++) {
    int *c = s->recipe[i].coefficient, old = c[a];
    c[a] = c[b];
    c[b] = old;
  }
}

static inline void mutate (uint64_t *seed, recipes *s) {
  recipe *some = &s->recipe[random_below (seed, (unsigned) (s->n ? s->n : 1))];
  switch (random_below (seed, 5)) {
  case 0:
    if (s->n < RECIPE_MAX)
      s->recipe[s->n++] = random_recipe (seed);
    return;
  case 1:
    if (s->n > 1)
      *some = s->recipe[--s->n];
    return;
  case 2:
    rename_recipes (seed, s);
    return;
  default:
    some->constant += (int) random_below (seed, 5) - 2;
    return;
  }
}

static inline size_t rung_conjuncts (rung_tester *t, const recipes *s,
                                     term *out) {
  size_t n = 0;
  for (size_t i = 0; i < s->n; i++) {
    term c = rung_conjunct (t, &s->recipe[i]);
    if (!term_is_const (t->ts, c))
      out[n++] = c;
  }
  return n;
}

static inline verdict rung_truth (rung_tester *t, const problem *p, model *m) {
  backend *b = t->solver;
  b->class->push (b);
  for (size_t i = 0; i < p->n; i++)
    b->class->assert_term (b, p->constraint[i]);
  verdict v = b->class->check (b, 0, NULL, 0);
  if (v == VERDICT_SAT)
    b->class->get_model (b, m);
  b->class->pop (b, 1);
  CHECK (v != VERDICT_UNKNOWN);
  return v;
}

/* What the rung says, which must be true; it is told what it did not know. */
static inline verdict rung_query (rung_tester *t, size_t n, const term *c) {
  problem *p = problem_new (t->bench, n, c);
  term_vec core = {0};
  model_clear (t->model);
  finding f = {.model = t->model, .core = &core, .by = "z3"};
  verdict v = t->rung->class->ask (t->rung, p, &f);
  if (v == VERDICT_SAT)
    CHECK (problem_holds (p, t->model));
  if (v == VERDICT_UNSAT && core.len) {
    problem *q = problem_new (t->bench, core.len, core.data);
    CHECK (rung_truth (t, q, t->model) == VERDICT_UNSAT);
  }
  vec_clear (&core);
  model_clear (t->model);
  f.verdict = rung_truth (t, p, t->model);
  CHECK (v == VERDICT_UNKNOWN || v == f.verdict);
  if (v == VERDICT_UNKNOWN && t->rung->class->learn)
    t->rung->class->learn (t->rung, p, f.verdict == VERDICT_UNSAT ? p : NULL,
                           &f);
  t->n_asked++;
  t->n_sat += v == VERDICT_SAT;
  t->n_unsat += v == VERDICT_UNSAT;
  vec_release (&t->mem, &core);
  bench_clear (t->bench);
  return v;
}

static inline void rung_related (rung_tester *t, unsigned queries) {
  enum { POOL = 24 };
  recipes pool[POOL];
  for (unsigned i = 0; i < POOL; i++)
    pool[i] = (recipes) {1, {random_recipe (&t->seed)}};
  for (unsigned i = 0; i < queries; i++) {
    recipes s = pool[random_below (&t->seed, POOL)];
    for (unsigned k = random_below (&t->seed, 4); k-- > 0;)
      mutate (&t->seed, &s);
    term c[RECIPE_MAX];
    size_t n = rung_conjuncts (t, &s, c);
    if (n)
      (void) rung_query (t, n, c);
    pool[random_below (&t->seed, POOL)] = s;
  }
}

/* Does 'make' hold for integers and for bit-vectors? */
static inline void rung_check (rung *(*make) (const rung_site *),
                               uint64_t seed) {
  const sort sorts[] = {SORT_INT, sort_bv (3)};
  unsigned n_unsat = 0;
  for (unsigned i = 0; i < 2; i++) {
    rung_tester t;
    rung_tester_init (&t, sorts[i], seed + i);
    t.rung = make (&(rung_site) {.mem = &t.mem, .bench = t.bench});
    rung_related (&t, test_is_long () ? 5000 : 400);
    CHECK (t.n_sat);
    n_unsat += t.n_unsat;
    CHECK (t.rung->class->count (t.rung) <= t.n_asked - t.n_sat - t.n_unsat);
    rung_tester_release (&t);
  }
  CHECK (n_unsat);
}

#endif
