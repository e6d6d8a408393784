#include "lab.h"
#include "term/eval.h"
#include "term/leaves.h"
#include "term/tape.h"
#include "term/value.h"
#include "test.h"

/* The assignment number i of the laboratory as a model. */
static void set_model (lab *l, model *m, unsigned i) {
  model_clear (m);
  for (unsigned j = 0; j < 4; j++)
    model_set (m, l->pool.data[j], lab_values (l, l->pool.data[j])[i]);
}

static void run_model (memory *mem, tape *t, const model *m,
                       uint64_t *results) {
  const term *leaf;
  u64_vec words = {0};
  size_t n = tape_leaves (t, &leaf);
  for (size_t i = 0; i < n; i++)
    vec_push (mem, &words, model_get (m, leaf[i]));
  tape_run_words (t, words.data, m, results);
  vec_release (mem, &words);
}

static void check_width (unsigned w) {
  lab l;
  lab_init (&l, w);
  lab_grow (&l, 3, 800);
  size_t n = l.pool.len;
  uint64_t *results = memory_alloc (&l.mem, n * sizeof *results);
  tape *t = tape_new (&l.mem, l.ts, n, l.pool.data);
  model *m = model_new (&l.mem, l.ts);
  evaluator *ev = evaluator_new (&l.mem, l.ts);
  for (unsigned i = 0; i < l.n; i += 1 + l.n / 40) {
    set_model (&l, m, i);
    evaluator_start (ev, m);
    run_model (&l.mem, t, m, results);
    for (size_t j = 0; j < n; j++) {
      term u = l.pool.data[j];
      sort s = term_sort (l.ts, u);
      CHECK (value_eq (s, results[j], lab_values (&l, u)[i]));
      CHECK (value_eq (s, results[j], evaluator_value (ev, u)));
    }
  }
  evaluator_free (ev);
  model_free (m);
  tape_free (t);
  memory_free (&l.mem, results, n * sizeof *results);
  lab_release (&l);
  CHECK_EQ (l.mem.live, 0);
}

TEST (small_widths) {
  check_width (1);
  check_width (4);
  check_width (33);
}

TEST (wide_widths) {
  check_width (64);
  check_width (65);
  check_width (90);
}

TEST (integers) { check_width (0); }

TEST (words_of_leaves) {
  memory mem = {0};
  terms *ts = terms_new (&mem);
  term a = term_var (ts, "a", 1, sort_array (32, 8));
  term p = term_select (ts, a, term_bv (ts, 32, 0));
  term q = term_select (ts, a, term_bv (ts, 32, 1));
  term both = term_concat (ts, q, p);
  tape *t = tape_new (&mem, ts, 1, &both);
  const term *leaves;
  CHECK_EQ (tape_leaves (t, &leaves), 2);
  CHECK (!tape_reads_arrays (t));
  CHECK_EQ (tape_length (t), 1);
  uint64_t words[2], result;
  for (unsigned i = 0; i < 2; i++)
    words[i] = term_eq (leaves[i], p) ? 0x34 : 0x12;
  tape_run_words (t, words, NULL, &result);
  CHECK_EQ (result, 0x1234);
  tape_free (t);
  terms_free (ts);
  CHECK_EQ (mem.live, 0);
}

/* Reads through stores, tables, ite and constant arrays, and comparisons. */
TEST (arrays) {
  memory mem = {0};
  terms *ts = terms_new (&mem);
  sort s = sort_array (4, 8);
  term a = term_var (ts, "a", 1, s), b = term_var (ts, "b", 1, s);
  term x = term_var (ts, "x", 1, sort_bv (4)),
       y = term_var (ts, "y", 1, sort_bv (4));
  term p = term_var (ts, "p", 1, SORT_BOOL);
  term v = term_zext (ts, 4, y);
  const uint64_t index[] = {2, 5, 9}, value[] = {7, 8, 9};
  term table = term_table (ts, term_store (ts, a, x, v), 3, index, value);
  term zeros = term_const_array (ts, s, term_bv (ts, 8, 0));
  term either = term_ite (ts, p, table, term_store (ts, zeros, y, v));
  term roots[] = {term_select (ts, either, y), term_select (ts, table, x),
                  term_select (ts, term_store (ts, either, x, v), y),
                  term_equal (ts, either, b), term_select (ts, b, x)};
  enum { N = sizeof roots / sizeof *roots };
  tape *t = tape_new (&mem, ts, N, roots);
  CHECK (tape_reads_arrays (t));
  model *m = model_new (&mem, ts);
  evaluator *ev = evaluator_new (&mem, ts);
  for (unsigned i = 0; i < 512; i++) {
    model_clear (m);
    model_set (m, x, i & 15);
    model_set (m, y, i >> 4 & 15);
    model_set (m, p, i >> 8);
    model_set_element (m, a, i % 5, i & 255);
    model_set_default (m, b, i & 64 ? 3 : 0);
    evaluator_start (ev, m);
    uint64_t results[N];
    run_model (&mem, t, m, results);
    for (unsigned j = 0; j < N; j++)
      CHECK_EQ (results[j], evaluator_value (ev, roots[j]));
  }
  evaluator_free (ev);
  model_free (m);
  tape_free (t);
  terms_free (ts);
  CHECK_EQ (mem.live, 0);
}

TEST (deep) {
  memory mem = {0};
  terms *ts = terms_new (&mem);
  term x = term_var (ts, "x", 1, sort_bv (32)), t = x;
  for (unsigned i = 0; i < 100000; i++)
    t = term_binary (ts, i & 1 ? KIND_BV_MUL : KIND_BV_XOR, t,
                     term_binary (ts, KIND_BV_ADD, x, term_bv (ts, 32, i)));
  model *m = model_new (&mem, ts);
  model_set (m, x, 12345);
  evaluator *ev = evaluator_new (&mem, ts);
  evaluator_start (ev, m);
  tape *tp = tape_new (&mem, ts, 1, &t);
  uint64_t result;
  run_model (&mem, tp, m, &result);
  CHECK_EQ (result, evaluator_value (ev, t));
  tape_free (tp);
  evaluator_free (ev);
  model_free (m);
  terms_free (ts);
  CHECK_EQ (mem.live, 0);
}
