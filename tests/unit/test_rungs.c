/* Rungs native, exact and models. */

#include "rungs.h"

TEST (native_on_related) { rung_check (rung_new_native, 21); }
TEST (exact_on_related) { rung_check (rung_new_exact, 31); }

TEST (models_on_related) {
  rung_tester t;
  rung_tester_init (&t, sort_bv (3), 23);
  t.rung = rung_new_models (&(rung_site) {.mem = &t.mem, .bench = t.bench});
  rung_related (&t, 400);
  CHECK (t.n_sat > 20);
  CHECK_EQ (t.n_unsat, 0);
  rung_tester_release (&t);
}

/* One conversation with a rung, step by step. */
typedef struct talk {
  memory mem;
  terms *ts;
  bench *bench;
  rung *rung;
  model *model;
  term_vec core;
  finding finding; /* the last */
} talk;

typedef rung *maker (const rung_site *);

static void talk_init (talk *t, maker *make) {
  memset (t, 0, sizeof *t);
  t->ts = terms_new (&t->mem);
  t->bench = bench_new (&t->mem, t->ts);
  t->rung = make (&(rung_site) {.mem = &t->mem, .bench = t->bench});
  t->model = model_new (&t->mem, t->ts);
}

static void talk_release (talk *t) {
  vec_release (&t->mem, &t->core);
  model_free (t->model);
  rung_free (t->rung);
  bench_free (t->bench);
  terms_free (t->ts);
  CHECK_EQ (t->mem.live, 0);
}

static verdict ask (talk *t, size_t n, const term *c) {
  problem *p = problem_new (t->bench, n, c);
  model_clear (t->model);
  vec_clear (&t->core);
  t->finding = (finding) {.model = t->model, .core = &t->core};
  verdict v = t->rung->class->ask (t->rung, p, &t->finding);
  if (v == VERDICT_SAT)
    CHECK (problem_holds (p, t->model));
  bench_clear (t->bench);
  return v;
}

/* SAT: the model is in 't->model'. UNSAT: 'core' may be less than all. */
static void teach (talk *t, size_t n, const term *c, verdict v, size_t n_core,
                   const term *core, uint64_t budget) {
  problem *p = problem_new (t->bench, n, c), *q = NULL;
  if (v == VERDICT_SAT)
    CHECK (problem_holds (p, t->model));
  if (v == VERDICT_UNSAT)
    q = n_core == n ? p : problem_new (t->bench, n_core, core);
  vec_clear (&t->core);
  for (size_t i = 0; i < n_core; i++)
    vec_push (&t->mem, &t->core, core[i]);
  finding f = {.verdict = v,
               .model = t->model,
               .core = &t->core,
               .budget = budget,
               .by = "bits"};
  t->rung->class->learn (t->rung, p, q, &f);
  bench_clear (t->bench);
}

static term byte (talk *t, const char *name) {
  return term_var (t->ts, name, strlen (name), sort_bv (8));
}

static term below (talk *t, term x, unsigned n) {
  return term_binary (t->ts, KIND_BV_ULT, x, term_bv (t->ts, 8, n));
}

/* x * y = 35 and x < y: SAT with 5 and 7. */
static void factors (talk *t, const char *a, const char *b, term out[2]) {
  term x = byte (t, a), y = byte (t, b);
  out[0] = term_equal (t->ts, term_binary (t->ts, KIND_BV_MUL, x, y),
                       term_bv (t->ts, 8, 35));
  out[1] = term_binary (t->ts, KIND_BV_ULT, x, y);
}

static void set_factors (talk *t, const char *a, const char *b) {
  model_clear (t->model);
  model_set (t->model, byte (t, a), 5);
  model_set (t->model, byte (t, b), 7);
}

/* A budget that did not suffice is remembered, and replaced by an answer. */
static void check_budget (maker *make) {
  talk t;
  term q[2];
  talk_init (&t, make);
  factors (&t, "x", "y", q);
  CHECK_EQ (ask (&t, 2, q), VERDICT_UNKNOWN);
  CHECK_EQ (t.finding.failed, 0);
  teach (&t, 2, q, VERDICT_UNKNOWN, 0, NULL, 1000);
  CHECK_EQ (ask (&t, 2, q), VERDICT_UNKNOWN);
  CHECK_EQ (t.finding.failed, 1000);
  teach (&t, 2, q, VERDICT_UNKNOWN, 0, NULL, 5000);
  CHECK_EQ (ask (&t, 2, q), VERDICT_UNKNOWN);
  CHECK_EQ (t.finding.failed, 5000);
  CHECK_EQ (t.rung->class->count (t.rung), 1);
  set_factors (&t, "x", "y");
  teach (&t, 2, q, VERDICT_SAT, 0, NULL, 0);
  CHECK_EQ (ask (&t, 2, q), VERDICT_SAT);
  CHECK_EQ (model_get (t.model, byte (&t, "y")), 7);
  CHECK_EQ (t.rung->class->count (t.rung), 1);
  talk_release (&t);
}

TEST (native_budget) { check_budget (rung_new_native); }
TEST (exact_budget) { check_budget (rung_new_exact); }

TEST (native_core) {
  talk t;
  talk_init (&t, rung_new_native);
  term q[3] = {below (&t, byte (&t, "x"), 3), below (&t, byte (&t, "y"), 9),
               term_not (t.ts, below (&t, byte (&t, "x"), 4))};
  const term core[2] = {q[0], q[2]};
  teach (&t, 3, q, VERDICT_UNSAT, 2, core, 0);
  term mixed[3] = {q[2], q[0], q[1]};
  CHECK_EQ (ask (&t, 3, mixed), VERDICT_UNSAT);
  CHECK_EQ (t.core.len, 2);
  for (size_t i = 0; i < 2; i++)
    CHECK (!term_eq (t.core.data[i], q[1]));
  CHECK_EQ (ask (&t, 2, q), VERDICT_UNKNOWN);
  talk_release (&t);
}

TEST (exact_renames_models) {
  talk t;
  term q[2];
  talk_init (&t, rung_new_exact);
  factors (&t, "x", "y", q);
  set_factors (&t, "x", "y");
  teach (&t, 2, q, VERDICT_SAT, 0, NULL, 0);
  factors (&t, "w", "v", q);
  CHECK_EQ (ask (&t, 2, q), VERDICT_SAT);
  CHECK_EQ (model_get (t.model, byte (&t, "w")), 5);
  factors (&t, "y", "x", q);
  CHECK_EQ (ask (&t, 2, q), VERDICT_SAT);
  CHECK_EQ (model_get (t.model, byte (&t, "y")), 5);
  talk_release (&t);
}

/* Unknown under one name, answered under another: the model is about the
 * leaves of the second.
 */
TEST (exact_answer_under_another_name) {
  talk t;
  term q[2];
  talk_init (&t, rung_new_exact);
  factors (&t, "x", "y", q);
  teach (&t, 2, q, VERDICT_UNKNOWN, 0, NULL, 1000);
  factors (&t, "v", "w", q);
  CHECK_EQ (ask (&t, 2, q), VERDICT_UNKNOWN);
  CHECK_EQ (t.finding.failed, 1000);
  set_factors (&t, "v", "w");
  teach (&t, 2, q, VERDICT_SAT, 0, NULL, 0);
  CHECK_EQ (ask (&t, 2, q), VERDICT_SAT);
  factors (&t, "x", "y", q);
  CHECK_EQ (ask (&t, 2, q), VERDICT_SAT);
  CHECK_EQ (model_get (t.model, byte (&t, "x")), 5);
  talk_release (&t);
}

/* a[i] = 200 and i is some element of the array; the array as a whole. */
static void array_query (talk *t, const char *a, const char *i, term out[2]) {
  term array = term_var (t->ts, a, strlen (a), sort_array (8, 8));
  term x = term_select (t->ts, array, byte (t, i));
  out[0] = term_equal (t->ts, x, term_bv (t->ts, 8, 200));
  out[1] = term_equal (
      t->ts, term_select (t->ts, array, term_bv (t->ts, 8, 3)),
      term_binary (t->ts, KIND_BV_ADD, byte (t, i), term_bv (t->ts, 8, 1)));
}

TEST (exact_renames_arrays) {
  talk t;
  term q[2];
  talk_init (&t, rung_new_exact);
  array_query (&t, "a", "i", q);
  term a = term_arg (t.ts, term_arg (t.ts, q[0], 0), 0);
  model_set_default (t.model, a, 9);
  model_set_element (t.model, a, 77, 200);
  model_set_element (t.model, a, 3, 78);
  model_set (t.model, byte (&t, "i"), 77);
  teach (&t, 2, q, VERDICT_SAT, 0, NULL, 0);
  array_query (&t, "b", "j", q);
  term b = term_arg (t.ts, term_arg (t.ts, q[0], 0), 0);
  CHECK_EQ (ask (&t, 2, q), VERDICT_SAT);
  CHECK_EQ (model_element (t.model, b, 77), 200);
  CHECK_EQ (model_element (t.model, b, 3), 78);
  CHECK_EQ (model_default (t.model, b), 9);
  talk_release (&t);
}

/* x * y = 2^90 and x < y, 100 bits. */
static void wide_query (talk *t, const char *a, const char *b, term out[2]) {
  term x = term_var (t->ts, a, 1, sort_bv (100));
  term y = term_var (t->ts, b, 1, sort_bv (100));
  term power = term_concat (t->ts, term_bv (t->ts, 50, UINT64_C (1) << 40),
                            term_bv (t->ts, 50, 0));
  out[0] = term_equal (t->ts, term_binary (t->ts, KIND_BV_MUL, x, y), power);
  out[1] = term_binary (t->ts, KIND_BV_ULT, x, y);
}

static void check_wide (maker *make, const char *a, const char *b) {
  talk t;
  term q[2];
  talk_init (&t, make);
  wide_query (&t, "x", "y", q);
  term x = term_var (t.ts, "x", 1, sort_bv (100));
  term y = term_var (t.ts, "y", 1, sort_bv (100));
  term big = term_concat (t.ts, term_bv (t.ts, 20, 1), term_bv (t.ts, 80, 0));
  model_set (t.model, x, term_word (t.ts, term_bv (t.ts, 100, 1024)));
  model_set (t.model, y, term_word (t.ts, big));
  teach (&t, 2, q, VERDICT_SAT, 0, NULL, 0);
  wide_query (&t, a, b, q);
  CHECK_EQ (ask (&t, 2, q), VERDICT_SAT);
  talk_release (&t);
}

TEST (native_wide) { check_wide (rung_new_native, "x", "y"); }
TEST (exact_wide) { check_wide (rung_new_exact, "z", "w"); }
TEST (models_wide) { check_wide (rung_new_models, "x", "y"); }

/* The core of an UNSAT problem is an answer of its own. */
TEST (exact_learns_cores) {
  talk t;
  talk_init (&t, rung_new_exact);
  term q[3], r[2];
  factors (&t, "x", "y", q);
  q[2] = below (
      &t, term_binary (t.ts, KIND_BV_XOR, byte (&t, "x"), byte (&t, "z")), 4);
  teach (&t, 3, q, VERDICT_UNSAT, 2, q, 0); /* as if */
  CHECK_EQ (ask (&t, 3, q), VERDICT_UNSAT);
  factors (&t, "u", "v", r);
  CHECK_EQ (ask (&t, 2, r), VERDICT_UNSAT);
  CHECK_EQ (t.core.len, 0);
  talk_release (&t);
}

TEST (models_of_neighbours) {
  talk t;
  talk_init (&t, rung_new_models);
  term x = byte (&t, "x"), y = byte (&t, "y");
  term q[2] = {below (&t, x, 10), below (&t, y, 5)};
  model_set (t.model, x, 4);
  model_set (t.model, y, 3);
  teach (&t, 2, q, VERDICT_SAT, 0, NULL, 0);
  term near = below (&t, x, 5), far = below (&t, byte (&t, "z"), 5);
  CHECK_EQ (ask (&t, 1, &near), VERDICT_SAT);
  CHECK (!model_has (t.model, y)); /* only the leaves of the problem */
  CHECK_EQ (ask (&t, 1, &far), VERDICT_UNKNOWN);
  near = below (&t, x, 4);
  CHECK_EQ (ask (&t, 1, &near), VERDICT_UNKNOWN);
  teach (&t, 1, &near, VERDICT_UNSAT, 1, &near, 0);
  CHECK_EQ (t.rung->class->count (t.rung), 1);
  talk_release (&t);
}

static void teach_many (talk *t, unsigned from, unsigned to) {
  for (unsigned i = from; i < to; i++) {
    term c = below (t, byte (t, "x"), i);
    model_clear (t->model);
    teach (t, 1, &c, VERDICT_SAT, 0, NULL, 0);
  }
}

/* When memory is short a rung starts anew, and goes on. */
static void check_forgets (maker *make) {
  talk t;
  talk_init (&t, make);
  teach_many (&t, 2, 50);
  CHECK_EQ (t.rung->class->count (t.rung), 48);
  t.mem.limit = t.mem.live - 1;
  teach_many (&t, 50, 51);
  CHECK_EQ (t.rung->class->count (t.rung), 1);
  t.mem.limit = 0;
  teach_many (&t, 51, 100);
  CHECK_EQ (t.rung->class->count (t.rung), 50);
  term c = below (&t, byte (&t, "x"), 50);
  CHECK_EQ (ask (&t, 1, &c), VERDICT_SAT);
  talk_release (&t);
}

TEST (native_forgets) { check_forgets (rung_new_native); }
TEST (exact_forgets) { check_forgets (rung_new_exact); }
TEST (models_forgets) { check_forgets (rung_new_models); }
