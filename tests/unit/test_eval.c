#include "lab.h"
#include "term/eval.h"
#include "term/value.h"
#include "test.h"

/* The assignment number i of the laboratory as a model. */
static void set_model (lab *l, model *m, unsigned i) {
  model_clear (m);
  for (unsigned j = 0; j < 4; j++)
    model_set (m, l->pool.data[j], lab_values (l, l->pool.data[j])[i]);
}

/* Against the laboratory, which computes each term as it is built. */
static void check_width (unsigned w) {
  lab l;
  lab_init (&l, w);
  lab_grow (&l, 3, 800);
  model *m = model_new (&l.mem, l.ts);
  evaluator *ev = evaluator_new (&l.mem, l.ts);
  for (unsigned i = 0; i < l.n; i += 1 + l.n / 40) {
    set_model (&l, m, i);
    evaluator_start (ev, m);
    for (size_t j = 0; j < l.pool.len; j++) {
      term t = l.pool.data[j];
      CHECK (value_eq (term_sort (l.ts, t), lab_values (&l, t)[i],
                       evaluator_value (ev, t)));
    }
  }
  evaluator_free (ev);
  model_free (m);
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

TEST (deep) {
  memory mem = {0};
  terms *ts = terms_new (&mem);
  ts->simplify = false;
  term x = term_var (ts, "x", 1, sort_bv (32)), t = x;
  uint32_t expected = 77;
  for (unsigned i = 0; i < 100000; i++) {
    t = term_binary (ts, KIND_BV_ADD, t, term_bv (ts, 32, i));
    t = term_binary (ts, KIND_BV_MUL, t, x);
    expected = (expected + i) * 77;
  }
  model *m = model_new (&mem, ts);
  model_set (m, x, 77);
  evaluator *ev = evaluator_new (&mem, ts);
  evaluator_start (ev, m);
  CHECK_EQ (evaluator_value (ev, t), expected);
  evaluator_free (ev);
  model_free (m);
  terms_free (ts);
  CHECK_EQ (mem.live, 0);
}

/* Each start forgets the values of the model before. */
TEST (models_do_not_mix) {
  memory mem = {0};
  terms *ts = terms_new (&mem);
  term x = term_var (ts, "x", 1, sort_bv (8));
  term t = term_binary (ts, KIND_BV_ULT, x, term_bv (ts, 8, 10));
  model *small = model_new (&mem, ts), *large = model_new (&mem, ts);
  model_set (large, x, 200);
  evaluator *ev = evaluator_new (&mem, ts);
  for (unsigned i = 0; i < 3; i++) {
    CHECK (evaluator_satisfies (ev, small, 1, &t));
    CHECK (!evaluator_satisfies (ev, large, 1, &t));
  }
  evaluator_free (ev);
  model_free (small);
  model_free (large);
  terms_free (ts);
  CHECK_EQ (mem.live, 0);
}

/* Arrays of four elements against arrays in C. */

typedef struct plain {
  uint64_t element[4];
} plain;

static term raw_store (terms *ts, term a, term i, term v) {
  draft d = {KIND_STORE, term_sort (ts, a), 0, {a, i, v}};
  return term_intern (ts, &d);
}

TEST (arrays_against_c) {
  lab l;
  lab_init (&l, 2);
  terms *ts = l.ts;
  sort s = sort_array (2, 2);
  term a = term_var (ts, "a", 1, s), b = term_var (ts, "b", 1, s);
  model *m = model_new (&l.mem, ts);
  evaluator *ev = evaluator_new (&l.mem, ts);
  for (unsigned round = 0; round < 2000; round++) {
    plain p, q;
    term t = a, u = b;
    model_clear (m);
    for (unsigned i = 0; i < 4; i++) {
      p.element[i] = lab_below (&l, 2);
      q.element[i] = lab_below (&l, 2);
      model_set_element (m, a, i, p.element[i]);
      model_set_element (m, b, i, q.element[i]);
    }
    for (unsigned i = 0; i < 3; i++) {
      unsigned at = lab_below (&l, 4), value = lab_below (&l, 2);
      term index = term_bv (ts, 2, at), word = term_bv (ts, 2, value);
      if (lab_below (&l, 2)) {
        t = raw_store (ts, t, index, word);
        p.element[at] = value;
      } else {
        u = raw_store (ts, u, index, word);
        q.element[at] = value;
      }
    }
    evaluator_start (ev, m);
    bool same = true;
    for (unsigned i = 0; i < 4; i++) {
      same = same && p.element[i] == q.element[i];
      term read = term_select (ts, t, term_bv (ts, 2, i));
      CHECK_EQ (evaluator_value (ev, read), p.element[i]);
    }
    CHECK_EQ (evaluator_holds (ev, term_equal (ts, t, u)), same);
  }
  evaluator_free (ev);
  model_free (m);
  lab_release (&l);
  CHECK_EQ (l.mem.live, 0);
}

TEST (integer_division_by_zero) {
  memory mem = {0};
  terms *ts = terms_new (&mem);
  term x = term_var (ts, "x", 1, SORT_INT), y = term_var (ts, "y", 1, SORT_INT);
  model *m = model_new (&mem, ts);
  model_set (m, x, num_of_i64 (NULL, -7).word);
  evaluator *ev = evaluator_new (&mem, ts);
  evaluator_start (ev, m);
  uint64_t div = evaluator_value (ev, term_binary (ts, KIND_INT_DIV, x, y));
  uint64_t mod = evaluator_value (ev, term_binary (ts, KIND_INT_MOD, x, y));
  CHECK_EQ (num_small (value_num (div)), 0);
  CHECK_EQ (num_small (value_num (mod)), -7);
  evaluator_free (ev);
  model_free (m);
  terms_free (ts);
  CHECK_EQ (mem.live, 0);
}
