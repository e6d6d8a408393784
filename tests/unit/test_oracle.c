/* The great comparison: random queries on which the evaluator, bits, Z3 and,
 * where the inputs are few, brute force must agree. Every model is evaluated,
 * every core is asked again. A sample in 'make check', a million queries in
 * 'make check-long'.
 */

#include "support/generate.h"
#include "test.h"

#include "base/clock.h"
#include "solver/backend.h"
#include "term/eval.h"
#include "term/leaves.h"

#include <stdio.h>

#define BATCH 400 /* queries on one table and one pair of solvers */

typedef struct trial {
  memory mem;
  generator gen;
  terms *ts;
  backend *bits, *z3;
  evaluator *ev;
  model *model;
  term_vec query, core;
  unsigned unknown;
} trial;

static void start (trial *t, uint64_t seed) {
  t->ts = t->gen.ts = terms_new (&t->mem);
  t->gen.state = seed * 0x9e3779b97f4a7c15u + 1;
  backend_config config = {
      .mem = &t->mem, .terms = t->ts, .share = seed % 2, .seed = 1};
  t->bits = backend_new_bits (&config);
  t->z3 = backend_new_z3 (&config);
  t->ev = evaluator_new (&t->mem, t->ts);
  t->model = model_new (&t->mem, t->ts);
}

static void stop (trial *t) {
  backend_free (t->bits);
  backend_free (t->z3);
  evaluator_free (t->ev);
  model_free (t->model);
  vec_release (&t->mem, &t->query);
  vec_release (&t->mem, &t->core);
  terms_free (t->ts);
  CHECK_EQ (t->mem.live, 0);
}

static bool holds (trial *t) {
  return evaluator_satisfies (t->ev, t->model, t->query.len, t->query.data);
}

static verdict check_with (trial *t, backend *b, const term_vec *query) {
  verdict v = b->class->check (b, query->len, query->data,
                               clock_now () + CLOCK_SECOND / 2);
  t->unknown += v == VERDICT_UNKNOWN;
  return v;
}

/* The core must be part of the query, and unsatisfiable for the other. */
static void check_core (trial *t, backend *b, backend *other) {
  vec_clear (&t->core);
  b->class->get_core (b, &t->mem, &t->core);
  for (size_t i = 0; i < t->core.len; i++) {
    bool found = false;
    for (size_t j = 0; j < t->query.len; j++)
      found |= term_eq (t->core.data[i], t->query.data[j]);
    CHECK (found);
  }
  CHECK (check_with (t, other, &t->core) != VERDICT_SAT);
}

static verdict ask (trial *t, backend *b) {
  verdict v = check_with (t, b, &t->query);
  if (v == VERDICT_SAT) {
    model_clear (t->model);
    b->class->get_model (b, t->model);
    CHECK (holds (t));
  }
  return v;
}

/* Brute force over all values of the leaves, when they have few bits. */

static unsigned leaf_bits (trial *t, term_vec *leaves) {
  unsigned bits = 0;
  vec_clear (leaves);
  for (size_t i = 0; i < t->query.len; i++) {
    const leaf_set *set = term_leaves (t->ts, t->query.data[i]);
    for (uint32_t j = 0; j < set->n; j++) {
      bool known = false;
      for (size_t k = 0; k < leaves->len; k++)
        known |= term_eq (leaves->data[k], set->leaf[j]);
      if (known)
        continue;
      sort s = term_sort (t->ts, set->leaf[j]);
      bits += sort_is_bool (s) ? 1 : sort_is_bv (s) ? sort_width (s) : 99;
      vec_push (&t->mem, leaves, set->leaf[j]);
    }
  }
  return bits;
}

static void assign (trial *t, const term_vec *leaves, uint64_t code) {
  model_clear (t->model);
  for (size_t i = 0; i < leaves->len; i++) {
    sort s = term_sort (t->ts, leaves->data[i]);
    unsigned w = sort_is_bool (s) ? 1 : sort_width (s);
    model_set (t->model, leaves->data[i], code & (((uint64_t) 1 << w) - 1));
    code >>= w;
  }
}

static verdict brute_force (trial *t) {
  term_vec leaves = {0};
  unsigned bits = leaf_bits (t, &leaves);
  verdict v = bits <= 9 ? VERDICT_UNSAT : VERDICT_UNKNOWN;
  for (uint64_t code = 0; v == VERDICT_UNSAT && code < (uint64_t) 1 << bits;
       code++) {
    assign (t, &leaves, code);
    if (holds (t))
      v = VERDICT_SAT;
  }
  vec_release (&t->mem, &leaves);
  return v;
}

static void check_agreement (trial *t, verdict a, verdict b) {
  if (a == VERDICT_UNKNOWN || b == VERDICT_UNKNOWN || a == b)
    return;
  for (size_t i = 0; i < t->query.len; i++)
    fprintf (stderr, "constraint %zu is term %u\n", i, t->query.data[i].id);
  FAIL ("%s against %s", verdict_text (a), verdict_text (b));
}

static void compare_all (trial *t) {
  verdict bits = ask (t, t->bits);
  if (bits == VERDICT_UNSAT)
    check_core (t, t->bits, t->z3);
  verdict z3 = ask (t, t->z3);
  if (z3 == VERDICT_UNSAT)
    check_core (t, t->z3, t->bits);
  check_agreement (t, bits, z3);
  check_agreement (t, brute_force (t), bits);
  check_agreement (t, bits, ask (t, t->bits)); /* again, all encoded */
}

static void make_query (trial *t, unsigned depth) {
  size_t keep = t->query.len ? generate_below (&t->gen, 5) : 0;
  if (keep < t->query.len) /* queries share a prefix, as paths do */
    t->query.len = keep;
  unsigned width = 1 + generate_below (&t->gen, t->gen.max_width);
  for (unsigned i = 1 + generate_below (&t->gen, 3); i; i--)
    vec_push (&t->mem, &t->query, generate_bool (&t->gen, width, depth));
}

static void campaign (generator gen, unsigned depth, unsigned queries,
                      uint64_t seed) {
  if (test_is_long ())
    queries *= 100;
  else if (test_is_sanitized ())
    queries /= 4;
  unsigned unknown = 0;
  for (unsigned done = 0; done < queries; done += BATCH) {
    trial t = {.gen = gen};
    start (&t, seed + done);
    for (unsigned i = 0; i < BATCH && done + i < queries; i++) {
      make_query (&t, depth);
      compare_all (&t);
    }
    unknown += t.unknown;
    stop (&t);
  }
  /* Rare on an idle machine; on a busy one deadlines pass. A campaign that
   * decides less than half would test nothing.
   */
  CHECK (unknown * 2 <= queries);
}

TEST (narrow) {
  campaign ((generator) {.max_width = 4, .n_vars = 2, .with_products = true}, 3,
            3200, 1);
}

TEST (wide) {
  campaign ((generator) {.max_width = 64, .n_vars = 3}, 3, 600, 2);
}

TEST (products) {
  campaign ((generator) {.max_width = 8, .n_vars = 2, .with_products = true}, 2,
            1600, 3);
}

TEST (arrays) {
  campaign ((generator) {.max_width = 8, .n_vars = 2, .with_arrays = true}, 3,
            1600, 4);
}

/* Integers: Z3 against the evaluator, and against brute force where bounds
 * are part of the query.
 */

static void bound (trial *t, const char *name, int64_t low, int64_t high) {
  terms *ts = t->ts;
  term x = term_var (ts, name, 2, SORT_INT);
  term lo = term_int (ts, num_of_i64 (&ts->data, low));
  term hi = term_int (ts, num_of_i64 (&ts->data, high));
  vec_push (&t->mem, &t->query, term_binary (ts, KIND_INT_LE, lo, x));
  vec_push (&t->mem, &t->query, term_binary (ts, KIND_INT_LE, x, hi));
}

static verdict brute_force_ints (trial *t) {
  for (int x = -4; x <= 4; x++)
    for (int y = -4; y <= 4; y++) {
      model_clear (t->model);
      model_set (t->model, term_var (t->ts, "i0", 2, SORT_INT),
                 num_of_i64 (&t->ts->data, x).word);
      model_set (t->model, term_var (t->ts, "i1", 2, SORT_INT),
                 num_of_i64 (&t->ts->data, y).word);
      if (holds (t))
        return VERDICT_SAT;
    }
  return VERDICT_UNSAT;
}

TEST (integers) {
  unsigned queries = test_is_long ()        ? 200000
                     : test_is_sanitized () ? 500
                                            : 2000;
  for (unsigned done = 0; done < queries; done += BATCH) {
    trial t = {.gen = {.n_vars = 2, .max_width = 1}};
    start (&t, 77 + done);
    for (unsigned i = 0; i < BATCH; i++) {
      vec_clear (&t.query);
      bound (&t, "i0", -4, 4);
      bound (&t, "i1", -4, 4);
      for (unsigned n = 1 + generate_below (&t.gen, 3); n; n--)
        vec_push (&t.mem, &t.query, generate_int_atom (&t.gen));
      check_agreement (&t, brute_force_ints (&t), ask (&t, t.z3));
    }
    stop (&t);
  }
}
