/* Queries taken apart and put together again. */

#include "random.h"
#include "support/generate.h"
#include "test.h"

#include "lab/query/front.h"
#include "solver/backend.h"
#include "term/eval.h"

#include <string.h>

#define GIVEN 48

typedef struct desk {
  memory mem;
  terms *ts;
  front *front;
  backend *backend, *judge;
  model *model;
  evaluator *evaluator;
  generator gen;
  size_t n;
  term given[GIVEN];
} desk;

static void desk_init (desk *d, uint64_t seed) {
  memset (d, 0, sizeof *d);
  d->ts = terms_new (&d->mem);
  d->front = front_new (&d->mem, d->ts);
  d->model = model_new (&d->mem, d->ts);
  d->evaluator = evaluator_new (&d->mem, d->ts);
  backend_config config = {.mem = &d->mem, .terms = d->ts};
  d->backend = backend_new_bits (&config);
  d->judge = backend_new_bits (&config);
  d->gen = (generator) {.ts = d->ts,
                        .state = seed,
                        .max_width = 4,
                        .n_vars = 2,
                        .with_arrays = true};
}

static void desk_release (desk *d) {
  backend_free (d->backend);
  backend_free (d->judge);
  model_free (d->model);
  evaluator_free (d->evaluator);
  front_free (d->front);
  terms_free (d->ts);
  CHECK_EQ (d->mem.live, 0);
}

static void give (desk *d, term t) {
  CHECK (d->n < GIVEN);
  d->given[d->n++] = t;
}

static term table_element (desk *d, term index) {
  term a = term_var (d->ts, "t", 1, sort_array (5, 4));
  return term_select (d->ts, a, index);
}

static void give_table (desk *d) {
  for (unsigned i = 0; i < 18; i++)
    give (d, term_equal (d->ts, table_element (d, term_bv (d->ts, 5, i)),
                         term_bv (d->ts, 4, generate_word (&d->gen, 4))));
  term i = term_var (d->ts, "i", 1, sort_bv (5));
  for (unsigned n = 1 + generate_below (&d->gen, 2); n--;)
    give (d, term_binary (d->ts,
                          generate_one_in (&d->gen, 2) ? KIND_EQ : KIND_BV_ULT,
                          table_element (d, i),
                          term_bv (d->ts, 4, generate_word (&d->gen, 4))));
  if (generate_one_in (&d->gen, 2))
    give (d, term_binary (d->ts, KIND_BV_ULT, i, term_bv (d->ts, 5, 16)));
}

static void random_query (desk *d) {
  d->n = 0;
  if (generate_one_in (&d->gen, 2))
    give_table (d);
  for (unsigned n = 1 + generate_below (&d->gen, 4); n--;) {
    term t = generate_bool (&d->gen, 4, 2);
    if (generate_one_in (&d->gen, 2))
      t = term_and (d->ts, t, generate_bool (&d->gen, 4, 2));
    give (d, t);
    if (generate_one_in (&d->gen, 4))
      give (d, t);
  }
}

static verdict solve (backend *b, size_t n, const term *t) {
  verdict v = b->class->check (b, n, t, 0);
  CHECK (v != VERDICT_UNKNOWN);
  return v;
}

static void check_core (desk *d, const term_vec *core) {
  CHECK (core->len);
  for (size_t i = 0; i < core->len; i++) {
    bool found = false;
    for (size_t j = 0; j < d->n; j++)
      found |= term_eq (core->data[i], d->given[j]);
    CHECK (found);
  }
  CHECK_EQ (solve (d->judge, core->len, core->data), VERDICT_UNSAT);
}

static void check_asked (desk *d) {
  const term_vec *asked = front_asked (d->front);
  for (size_t i = 0; i < asked->len; i++) {
    CHECK (!term_is_const (d->ts, asked->data[i]));
    CHECK (term_kind (d->ts, asked->data[i]) != KIND_AND);
    for (size_t j = 0; j < i; j++)
      CHECK (!term_eq (asked->data[i], asked->data[j]));
  }
}

static void complete (desk *d) {
  if (front_has_facts (d->front))
    front_complete (d->front, d->model);
  CHECK (front_completes (d->front, d->model));
  CHECK (evaluator_satisfies (d->evaluator, d->model, d->n, d->given));
}

static verdict ask (desk *d) {
  term_vec core = {0};
  const term_vec *asked = front_asked (d->front);
  check_asked (d);
  verdict v = solve (d->backend, asked->len, asked->data);
  model_clear (d->model);
  if (v == VERDICT_SAT) {
    d->backend->class->get_model (d->backend, d->model);
    complete (d);
  } else {
    d->backend->class->get_core (d->backend, &d->mem, &core);
    check_core (d, front_core (d->front, &core));
    vec_release (&d->mem, &core);
  }
  return v;
}

TEST (random_queries) {
  desk d;
  unsigned n_verdict[3] = {0}, n_facts = 0, n_taken = 0;
  desk_init (&d, 1);
  for (unsigned n = test_is_long () ? 20000 : 400; n--;) {
    random_query (&d);
    verdict v = front_take (d.front, d.n, d.given);
    n_facts += front_has_facts (d.front);
    n_taken += v != VERDICT_UNKNOWN;
    model_clear (d.model);
    if (v == VERDICT_SAT)
      complete (&d);
    else if (v == VERDICT_UNSAT)
      check_core (&d, front_core (d.front, NULL));
    else {
      v = ask (&d);
      front_drop_tables (d.front);
      CHECK (!front_has_facts (d.front));
      CHECK_EQ (ask (&d), v);
    }
    n_verdict[v]++;
  }
  CHECK (n_verdict[VERDICT_SAT] > 50 && n_verdict[VERDICT_UNSAT] > 50);
  CHECK (n_facts > 50);
  CHECK (n_taken > 5);
  desk_release (&d);
}

TEST (trivial_queries) {
  desk d;
  desk_init (&d, 2);
  CHECK_EQ (front_take (d.front, 0, NULL), VERDICT_SAT);
  term p = term_var (d.ts, "p", 1, SORT_BOOL);
  give (&d, TERM_TRUE);
  CHECK_EQ (front_take (d.front, d.n, d.given), VERDICT_SAT);
  give (&d, p);
  CHECK_EQ (front_take (d.front, d.n, d.given), VERDICT_UNKNOWN);
  CHECK_EQ (front_asked (d.front)->len, 1);
  give (&d, TERM_FALSE);
  CHECK_EQ (front_take (d.front, d.n, d.given), VERDICT_UNSAT);
  const term_vec *core = front_core (d.front, NULL);
  CHECK_EQ (core->len, 1);
  CHECK (term_eq (core->data[0], TERM_FALSE));
  desk_release (&d);
}

/* Conjunctions deeper than a call stack. */
TEST (deep_conjunction) {
  desk d;
  desk_init (&d, 3);
  enum { DEPTH = 100000 };
  term x = term_var (d.ts, "x", 1, sort_bv (32)), all = TERM_TRUE;
  for (unsigned i = 0; i < DEPTH; i++) {
    term bit =
        term_binary (d.ts, KIND_BV_MUL, x, term_bv (d.ts, 32, 2 * i + 1));
    term c =
        term_binary (d.ts, KIND_BV_ULT, bit, term_bv (d.ts, 32, 1000000 + i));
    all = term_and (d.ts, all, c);
  }
  give (&d, all);
  CHECK_EQ (front_take (d.front, d.n, d.given), VERDICT_UNKNOWN);
  CHECK_EQ (front_asked (d.front)->len, DEPTH);
  const term_vec *core = front_core (d.front, front_asked (d.front));
  CHECK_EQ (core->len, 1);
  CHECK (term_eq (core->data[0], all));
  desk_release (&d);
}

/* A model that says something else about a table is noticed. */
TEST (wrong_facts_are_noticed) {
  desk d;
  desk_init (&d, 4);
  term index = term_bv (d.ts, 5, 3), i = term_var (d.ts, "i", 1, sort_bv (5));
  for (unsigned k = 0; k < 18; k++)
    give (&d, term_equal (d.ts, table_element (&d, term_bv (d.ts, 5, k)),
                          term_bv (d.ts, 4, k % 16)));
  give (&d, term_equal (d.ts, table_element (&d, i), term_bv (d.ts, 4, 3)));
  CHECK_EQ (front_take (d.front, d.n, d.given), VERDICT_UNKNOWN);
  CHECK (front_has_facts (d.front));
  model_set (d.model, i, 3);
  front_complete (d.front, d.model);
  CHECK (front_completes (d.front, d.model));
  model_set (d.model, table_element (&d, index), 5);
  CHECK (!front_completes (d.front, d.model));
  desk_release (&d);
}
