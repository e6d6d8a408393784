/* Rungs that try values: enumerate, climb, and the slope it climbs on. */

#include "lab.h"
#include "reuse/slope.h"
#include "rungs.h"

/* Few variables of few bits: everything is answered, and Z3 agrees, also on
 * the cores.
 */
static void check_enumerate (unsigned width, uint64_t seed) {
  rung_tester t;
  rung_tester_init (&t, sort_bv (width), seed);
  t.rung = rung_new_enumerate (&(rung_site) {.mem = &t.mem, .bench = t.bench});
  rung_related (&t, test_is_long () ? 5000 : 300);
  CHECK (t.n_sat && t.n_unsat);
  CHECK_EQ (t.n_sat + t.n_unsat, t.n_asked);
  rung_tester_release (&t);
}

TEST (enumerate_related) {
  check_enumerate (2, 41);
  check_enumerate (3, 43);
}

static rung_tester *start (rung_tester *t, sort s,
                           rung *(*make) (const rung_site *) ) {
  rung_tester_init (t, s, 0);
  t->rung = make (&(rung_site) {.mem = &t->mem, .bench = t->bench});
  return t;
}

static term below (rung_tester *t, term x, int64_t n) {
  return term_binary (t->ts, KIND_BV_ULT, x, rung_number (t, n));
}

static term product_is (rung_tester *t, term x, term y, int64_t n) {
  return term_equal (t->ts, term_binary (t->ts, KIND_BV_MUL, x, y),
                     rung_number (t, n));
}

TEST (enumerate_bounded) {
  rung_tester t;
  start (&t, sort_bv (64), rung_new_enumerate);
  term x = t.var[0], y = t.var[1];
  const term q[] = {below (&t, x, 100), product_is (&t, x, x, 49),
                    below (&t, y, 20), product_is (&t, x, y, 35),
                    product_is (&t, x, y, 36)};
  CHECK_EQ (rung_query (&t, 2, q), VERDICT_SAT);
  CHECK_EQ (rung_query (&t, 4, q), VERDICT_SAT);
  CHECK_EQ (rung_query (&t, 5, q), VERDICT_UNSAT);
  const term open[] = {q[1], q[3]};
  CHECK_EQ (rung_query (&t, 2, open), VERDICT_UNKNOWN);
  rung_tester_release (&t);
}

/* Bytes whose values only a conjunct of another form bounds: 256 * 256 * 256
 * combinations are too many, those of the 4 square roots of 49 are not.
 */
TEST (enumerate_narrowed) {
  rung_tester t;
  start (&t, sort_bv (8), rung_new_enumerate);
  term x = t.var[0], y = t.var[1], z = t.var[2];
  term sum =
      term_binary (t.ts, KIND_BV_ADD, term_binary (t.ts, KIND_BV_MUL, x, y), z);
  term q[] = {product_is (&t, x, x, 49), product_is (&t, y, y, 49),
              product_is (&t, z, z, 49), product_is (&t, sum, sum, 144)};
  CHECK_EQ (rung_query (&t, 4, q), VERDICT_UNSAT);
  CHECK_EQ (rung_query (&t, 2, q + 2), VERDICT_UNKNOWN);
  q[3] = product_is (&t, sum, sum, 64);
  CHECK_EQ (rung_query (&t, 4, q), VERDICT_SAT);
  rung_tester_release (&t);
}

/* So many pairs that 64 bits count none: 2 times 2^63. */
TEST (enumerate_many) {
  rung_tester t;
  start (&t, sort_bv (64), rung_new_enumerate);
  term x = t.var[0], y = t.var[1];
  const term q[] = {below (&t, x, 2),
                    term_binary (t.ts, KIND_BV_ULE, y,
                                 term_bv (t.ts, 64, UINT64_C (1) << 63)),
                    product_is (&t, x, y, 5)};
  CHECK_EQ (rung_query (&t, 3, q), VERDICT_UNKNOWN);
  rung_tester_release (&t);
}

/* What bounds a leaf is part of the core: without it there are values. */
TEST (enumerate_core) {
  rung_tester t;
  start (&t, sort_bv (16), rung_new_enumerate);
  const term q[] = {below (&t, t.var[0], 7), below (&t, t.var[1], 9),
                    product_is (&t, t.var[0], t.var[0], 49)};
  problem *p = problem_new (t.bench, 3, q);
  term_vec core = {0};
  finding f = {.model = t.model, .core = &core};
  CHECK_EQ (t.rung->class->ask (t.rung, p, &f), VERDICT_UNSAT);
  problem *of_core = problem_new (t.bench, core.len, core.data);
  CHECK_EQ (rung_truth (&t, of_core, t.model), VERDICT_UNSAT);
  vec_release (&t.mem, &core);
  rung_tester_release (&t);
}

TEST (enumerate_not_arrays) {
  rung_tester t;
  start (&t, sort_bv (8), rung_new_enumerate);
  term array = term_var (t.ts, "a", 1, sort_array (8, 8));
  term q = term_equal (t.ts, term_select (t.ts, array, t.var[0]),
                       rung_number (&t, 5));
  CHECK_EQ (rung_query (&t, 1, &q), VERDICT_UNKNOWN);
  q = term_equal (t.ts, term_select (t.ts, array, rung_number (&t, 1)),
                  rung_number (&t, 5));
  CHECK_EQ (rung_query (&t, 1, &q), VERDICT_SAT);
  rung_tester_release (&t);
}

/* Climbing. */

/* Any bit of it is set for half of all x. */
static term mixed (rung_tester *t, term x) {
  for (unsigned i = 1; i < 200; i++) {
    x = term_binary (t->ts, KIND_BV_ADD,
                     term_binary (t->ts, KIND_BV_MUL, x,
                                  rung_number (t, 0x9e3779b1u + 2 * i)),
                     rung_number (t, i));
    x = term_binary (t->ts, KIND_BV_XOR, x,
                     term_binary (t->ts, KIND_BV_LSHR, x, rung_number (t, 13)));
  }
  return x;
}

static verdict ask_until (rung_tester *t, size_t n, const term *q,
                          uint64_t deadline) {
  term_vec core = {0};
  model_clear (t->model);
  finding f = {.model = t->model, .core = &core, .deadline = deadline};
  problem *p = problem_new (t->bench, n, q);
  verdict v = t->rung->class->ask (t->rung, p, &f);
  CHECK_EQ (core.len, 0);
  CHECK (v == VERDICT_UNKNOWN || problem_holds (p, t->model));
  return v;
}

static verdict ask_alone (rung_tester *t, size_t n, const term *q) {
  return ask_until (t, n, q, 0);
}

TEST (climb_mixed) {
  rung_tester t;
  start (&t, sort_bv (32), rung_new_climb);
  term m = mixed (&t, t.var[0]);
  const term q[] = {below (&t, m, 1 << 26), below (&t, t.var[0], 1 << 20),
                    below (&t, t.var[0], 0x100),
                    term_not (t.ts, below (&t, t.var[0], 0x100))};
  CHECK_EQ (ask_until (&t, 2, q, 1), VERDICT_UNKNOWN); /* late already */
  CHECK_EQ (ask_alone (&t, 2, q), VERDICT_SAT);
  CHECK_EQ (ask_alone (&t, 4, q), VERDICT_UNKNOWN);
  CHECK_EQ (ask_alone (&t, 1, q + 1), VERDICT_UNKNOWN); /* not hard */
  rung_tester_release (&t);
}

static term as_float (rung_tester *t, float f) {
  uint32_t word;
  memcpy (&word, &f, sizeof word);
  return term_bv (t->ts, 32, word);
}

/* x * x + x = 6, as floats whose bits are bytes of an array. */
TEST (climb_floats) {
  rung_tester t;
  start (&t, sort_bv (32), rung_new_climb);
  term array = term_var (t.ts, "input", 5, sort_array (64, 8));
  term x = term_select (t.ts, array, term_bv (t.ts, 64, 4));
  for (unsigned i = 5; i < 8; i++)
    x = term_concat (t.ts, term_select (t.ts, array, term_bv (t.ts, 64, i)), x);
  term sum =
      term_binary (t.ts, KIND_FP_ADD, term_binary (t.ts, KIND_FP_MUL, x, x), x);
  term q = term_equal (t.ts, sum, as_float (&t, 6));
  CHECK_EQ (ask_alone (&t, 1, &q), VERDICT_SAT);
  rung_tester_release (&t);
}

/* The slope. */

static void check_slope (lab *l, term t, uint64_t *n_true) {
  slope *s = slope_new (&l->mem, l->ts, 1, &t);
  const term *leaf;
  if (!s)
    return;
  size_t n = slope_leaves (s, &leaf);
  const uint64_t *truth = lab_values (l, t);
  for (unsigned k = 0; k < l->n; k++) {
    uint64_t words[8];
    for (size_t i = 0; i < n; i++)
      words[i] = lab_values (l, leaf[i])[k];
    CHECK_EQ (!slope_distance (s, words), truth[k]);
    *n_true += truth[k];
  }
  slope_free (s);
}

/* It ends exactly where the condition holds, however that is written. */
TEST (slope_ends) {
  const unsigned width[] = {2, 4, 64};
  for (unsigned i = 0; i < 3; i++) {
    lab l;
    uint64_t n_true = 0;
    lab_init (&l, width[i]);
    lab_grow (&l, 3, 150);
    for (size_t k = 0; k < l.pool.len; k++)
      if (sort_is_bool (term_sort (l.ts, l.pool.data[k])))
        check_slope (&l, l.pool.data[k], &n_true);
    CHECK (n_true);
    lab_release (&l);
  }
}

TEST (slope_not_integers) {
  rung_tester t;
  rung_tester_init (&t, SORT_INT, 0);
  term q = term_binary (t.ts, KIND_INT_LE, t.var[0], rung_number (&t, 5));
  CHECK (!slope_new (&t.mem, t.ts, 1, &q));
  rung_tester_release (&t);
}
