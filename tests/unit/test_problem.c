/* The ways in which a problem is seen agree with each other. */

#include "random.h"
#include "support/generate.h"
#include "test.h"

#include "reuse/problem.h"
#include "term/leaves.h"

#include <string.h>

#define CONJUNCTS 6
#define MODELS 24

typedef struct table {
  memory mem;
  terms *ts;
  bench *bench;
  model *model;
  generator gen;
  size_t n;
  term conjunct[CONJUNCTS];
} table;

static void table_init (table *t, uint64_t seed) {
  memset (t, 0, sizeof *t);
  t->ts = terms_new (&t->mem);
  t->bench = bench_new (&t->mem, t->ts);
  t->model = model_new (&t->mem, t->ts);
  t->gen = (generator) {.ts = t->ts,
                        .state = seed,
                        .max_width = 4,
                        .n_vars = 2,
                        .with_arrays = true};
}

static void table_release (table *t) {
  model_free (t->model);
  bench_free (t->bench);
  terms_free (t->ts);
  CHECK_EQ (t->mem.live, 0);
}

static bool is_new (const table *t, term c) {
  for (size_t i = 0; i < t->n; i++)
    if (term_eq (t->conjunct[i], c))
      return false;
  return !term_is_const (t->ts, c);
}

static void random_conjuncts (table *t) {
  t->n = 0;
  for (unsigned i = 1 + generate_below (&t->gen, CONJUNCTS); i--;) {
    term c = generate_one_in (&t->gen, 4) ? generate_int_atom (&t->gen)
                                          : generate_bool (&t->gen, 3, 2);
    if (is_new (t, c))
      t->conjunct[t->n++] = c;
  }
}

static void shuffle (table *t) {
  for (size_t i = t->n; i > 1; i--) {
    size_t j = generate_below (&t->gen, (unsigned) i);
    term c = t->conjunct[i - 1];
    t->conjunct[i - 1] = t->conjunct[j];
    t->conjunct[j] = c;
  }
}

static uint64_t random_value (table *t, sort s) {
  uint64_t bits = generate_bits (&t->gen) >> 32;
  if (sort_is_int (s))
    return num_of_i64 (NULL, (int64_t) (bits % 19) - 9).word;
  return sort_is_bool (s) ? bits & 1 : bits & ((1u << sort_width (s)) - 1);
}

static void random_model (table *t, problem *p) {
  size_t n;
  const term *leaf = problem_leaves (p, &n);
  model_clear (t->model);
  for (size_t i = 0; i < n; i++) {
    sort s = term_sort (t->ts, leaf[i]);
    if (!sort_is_array (s))
      model_set (t->model, leaf[i], random_value (t, s));
    else
      for (unsigned k = 0; k < 16; k += 1 + generate_below (&t->gen, 3))
        if (k < 1u << sort_width (sort_index (s)))
          model_set_element (t->model, leaf[i], k,
                             random_value (t, sort_element (s)));
  }
}

static bool conjuncts_hold (table *t) {
  evaluator *ev = bench_evaluator (t->bench);
  evaluator_start (ev, t->model);
  bool all = true;
  for (size_t i = 0; i < t->n; i++)
    all = evaluator_holds (ev, t->conjunct[i]) && all;
  return all;
}

static bool atoms_hold (table *t, size_t n, const atom *a) {
  evaluator *ev = bench_evaluator (t->bench);
  evaluator_start (ev, t->model);
  for (size_t i = 0; i < n; i++)
    if (!domain_has (a[i].domain, evaluator_value (ev, a[i].prefix)))
      return false;
  return true;
}

static void check_leaves (table *t, problem *p) {
  size_t n, found = 0;
  const term *leaf = problem_leaves (p, &n);
  for (size_t i = 1; i < n; i++)
    CHECK (leaf[i - 1].id < leaf[i].id);
  for (size_t i = 0; i < n; i++) {
    bool used = false;
    for (size_t k = 0; k < t->n; k++) {
      const leaf_set *s = term_leaves (t->ts, t->conjunct[k]);
      for (uint32_t j = 0; j < s->n; j++)
        used |= term_eq (s->leaf[j], leaf[i]);
    }
    found += used;
  }
  CHECK_EQ (found, n);
}

static void check_meaning (table *t, problem *p, unsigned *n_true) {
  const atom *a = problem_atoms (p);
  const reduction *r = problem_reduced (p);
  atom_vec spelled = {0};
  if (!r->is_unsat) {
    const form *f = problem_form (p);
    CHECK (form_atoms (t->ts, bench_arena (t->bench), &t->mem, f, f->leaf,
                       &spelled));
  }
  for (unsigned k = 0; k < MODELS; k++) {
    random_model (t, p);
    bool holds = conjuncts_hold (t);
    *n_true += holds;
    CHECK_EQ (problem_holds (p, t->model), holds);
    CHECK_EQ (atoms_hold (t, p->n, a), holds);
    CHECK_EQ (!r->is_unsat && atoms_hold (t, r->n, r->atom), holds);
    CHECK_EQ (!r->is_unsat && atoms_hold (t, spelled.len, spelled.data), holds);
  }
  vec_release (&t->mem, &spelled);
}

TEST (views_agree) {
  table t;
  table_init (&t, 1);
  unsigned n_true = 0, n_unsat = 0;
  for (unsigned i = test_is_long () ? 50000 : 1500; i--;) {
    random_conjuncts (&t);
    problem *p = problem_new (t.bench, t.n, t.conjunct);
    CHECK_EQ (p->n, t.n);
    check_leaves (&t, p);
    check_meaning (&t, p, &n_true);
    n_unsat += problem_reduced (p)->is_unsat;
    CHECK (problem_atoms (p) == problem_atoms (p));
    CHECK (problem_reduced (p) == problem_reduced (p));
    bench_clear (t.bench);
  }
  CHECK (n_true > 500);
  CHECK (n_unsat > 10);
  table_release (&t);
}

TEST (core_of_reduction_is_unsat) {
  table t;
  table_init (&t, 2);
  unsigned n_cores = 0;
  for (unsigned i = 0; i < 1500; i++) {
    random_conjuncts (&t);
    problem *p = problem_new (t.bench, t.n, t.conjunct);
    const reduction *r = problem_reduced (p);
    if (r->is_unsat) {
      term core[CONJUNCTS];
      CHECK (r->n_core && r->n_core <= p->n);
      for (size_t k = 0; k < r->n_core; k++)
        core[k] = p->constraint[r->core[k]];
      problem *q = problem_new (t.bench, r->n_core, core);
      CHECK (problem_reduced (q)->is_unsat);
      n_cores++;
    }
    bench_clear (t.bench);
  }
  CHECK (n_cores > 10);
  table_release (&t);
}

static bool same_key (const problem *p, const problem *q) {
  return p->key.lo == q->key.lo && p->key.hi == q->key.hi;
}

TEST (order_does_not_matter) {
  table t;
  table_init (&t, 3);
  for (unsigned i = 0; i < 500; i++) {
    random_conjuncts (&t);
    problem *p = problem_new (t.bench, t.n, t.conjunct);
    shuffle (&t);
    problem *q = problem_new (t.bench, t.n, t.conjunct);
    CHECK (same_key (p, q));
    for (size_t k = 0; k < t.n; k++) {
      CHECK (term_eq (p->constraint[k], q->constraint[k]));
      CHECK (term_eq (q->given[k], t.conjunct[k]));
      CHECK (!k || q->constraint[k - 1].id < q->constraint[k].id);
    }
    CHECK_EQ (problem_reduced (p)->is_unsat, problem_reduced (q)->is_unsat);
    if (!problem_reduced (p)->is_unsat)
      CHECK (form_eq (problem_form (p), problem_form (q)));
    if (t.n > 1)
      CHECK (!same_key (p, problem_new (t.bench, t.n - 1, t.conjunct)));
    bench_clear (t.bench);
  }
  table_release (&t);
}

/* The key is made of names and structure: the same in another table, where
 * ids are others.
 */
TEST (key_is_the_same_elsewhere) {
  table t, u;
  table_init (&t, 4);
  table_init (&u, 4);
  generator other = {.ts = u.ts, .state = 99, .max_width = 4, .n_vars = 2};
  for (unsigned i = 0; i < 50; i++)
    (void) generate_bool (&other, 3, 3);
  for (unsigned i = 0; i < 300; i++) {
    random_conjuncts (&t);
    random_conjuncts (&u);
    problem *p = problem_new (t.bench, t.n, t.conjunct);
    problem *q = problem_new (u.bench, u.n, u.conjunct);
    CHECK (same_key (p, q));
    bench_clear (t.bench);
    bench_clear (u.bench);
  }
  table_release (&t);
  table_release (&u);
}

TEST (empty_problem) {
  table t;
  table_init (&t, 5);
  size_t n;
  problem *p = problem_new (t.bench, 0, NULL);
  CHECK (problem_holds (p, t.model));
  CHECK (!problem_reduced (p)->is_unsat);
  CHECK_EQ (problem_reduced (p)->n, 0);
  CHECK_EQ (problem_form (p)->n_leaves, 0);
  (void) problem_leaves (p, &n);
  CHECK_EQ (n, 0);
  table_release (&t);
}
