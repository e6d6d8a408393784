#include "lab/cache/recal.h"

#include "rungs.h"

static term at_most (rung_tester *t, const int *coefficient, int c) {
  recipe r = {0, {coefficient[0], coefficient[1], coefficient[2]}, c};
  return rung_conjunct (t, &r);
}

static term not_equal (rung_tester *t, const int *coefficient, int c) {
  recipe r = {3, {coefficient[0], coefficient[1], coefficient[2]}, c};
  return rung_conjunct (t, &r);
}

static void start (rung_tester *t) {
  rung_tester_init (t, SORT_INT, 1);
  t->rung = rung_new_recal_complete (
      &(rung_site) {.mem = &t->mem, .bench = t->bench});
}

/* Figure 4: x - 1 < 6 - 2x and x != 4 is x <= 2. */
TEST (normalisation) {
  rung_tester t;
  start (&t);
  term c[2] = {at_most (&t, (int[3]) {3, 0, 0}, 6),
               not_equal (&t, (int[3]) {1, 0, 0}, 4)};
  clauses out;
  clauses_of (problem_new (t.bench, 2, c), &t.mem, &out);
  CHECK_EQ (out.n, 1);
  CHECK (out.clause[0].relation == CLAUSE_LE);
  CHECK_STR (out.clause[0].sum, "1*v0 ");
  CHECK_EQ (num_i64 (out.clause[0].constant), 2);
  rung_tester_release (&t);
}

/* Figure 3: an equation is two clauses. */
TEST (equation) {
  rung_tester t;
  start (&t);
  recipe r = {2, {1, 0, 0}, 3};
  term c = rung_conjunct (&t, &r);
  clauses out;
  clauses_of (problem_new (t.bench, 1, &c), &t.mem, &out);
  CHECK_EQ (out.n, 2);
  CHECK_STR (out.clause[0].sum, "1*v0 ");
  CHECK_EQ (num_i64 (out.clause[0].constant), 3);
  CHECK_STR (out.clause[1].sum, "-1*v0 ");
  CHECK_EQ (num_i64 (out.clause[1].constant), -3);
  rung_tester_release (&t);
}

/* Figure 5: C1 and C2 are the same, C3 is another. */
TEST (figure_5) {
  rung_tester t;
  start (&t);
  term c1[] = {at_most (&t, (int[3]) {3, 1, 0}, 0),
               not_equal (&t, (int[3]) {0, 1, 0}, 0),
               at_most (&t, (int[3]) {0, 1, 0}, 1),
               at_most (&t, (int[3]) {1, 2, 0}, 0)};
  term c2[] = {at_most (&t, (int[3]) {2, 0, 1}, 0),
               not_equal (&t, (int[3]) {1, 0, 0}, 0),
               at_most (&t, (int[3]) {1, 0, 3}, 0),
               at_most (&t, (int[3]) {1, 0, 0}, 1)};
  CHECK (rung_query (&t, 4, c1) == VERDICT_UNKNOWN);
  CHECK (rung_query (&t, 4, c2) == VERDICT_SAT);
  CHECK_EQ (t.rung->class->count (t.rung), 1);
  rung_tester_release (&t);
}

/* Figure 6: variables that phases 1 to 3 leave tied. */
TEST (figure_6) {
  rung_tester t;
  start (&t);
  term a = at_most (&t, (int[3]) {1, 1, 0}, 0);
  term b = at_most (&t, (int[3]) {0, 1, 1}, 0);
  term c = at_most (&t, (int[3]) {1, 0, 1}, 0);
  term first[] = {a, b}, second[] = {c, a}, third[] = {b, c};
  CHECK (rung_query (&t, 2, first) == VERDICT_UNKNOWN);
  CHECK (rung_query (&t, 2, second) == VERDICT_SAT);
  CHECK (rung_query (&t, 2, third) == VERDICT_SAT);
  rung_tester_release (&t);
}

/* Section 2.4: x <= 2, x + y <= -1, y <= 0 is stricter than a <= 3, a + b !=
 * 0, in the same coordinates.
 */
TEST (stricter) {
  memory mem = {0};
  clause_index x;
  clause_index_init (&x, &mem);
  recal_clause f[] = {{CLAUSE_LE, num_of_i64 (NULL, 2), "1*v0 "},
                      {CLAUSE_LE, num_of_i64 (NULL, -1), "1*v0 1*v1 "},
                      {CLAUSE_LE, num_of_i64 (NULL, 0), "1*v1 "}};
  recal_clause g[] = {{CLAUSE_LE, num_of_i64 (NULL, 3), "1*v0 "},
                      {CLAUSE_NE, num_of_i64 (NULL, 0), "1*v0 1*v1 "}};
  clause_index_add (&x, &(clauses) {3, f, true, NULL});
  CHECK_EQ (clause_index_stricter (&x, &(clauses) {2, g, true, NULL}), 0);
  CHECK_EQ (clause_index_stricter (&x, &(clauses) {2, g, false, NULL}),
            UINT32_MAX);
  CHECK_EQ (clause_index_weaker (&x, &(clauses) {2, g, true, NULL}),
            UINT32_MAX);
  clause_index_release (&x);
  clause_index_init (&x, &mem);
  clause_index_add (&x, &(clauses) {2, g, true, NULL});
  CHECK_EQ (clause_index_weaker (&x, &(clauses) {3, f, true, NULL}), 0);
  CHECK_EQ (clause_index_stricter (&x, &(clauses) {3, f, true, NULL}),
            UINT32_MAX);
  clause_index_release (&x);
  CHECK_EQ (mem.live, 0);
}

/* The index against the definition, on random formulas. */

#define MAX_CLAUSES 4
#define MAX_FORMULAS 16

static const char *const sums[] = {"1*v0 ", "-1*v0 ", "1*v1 "};

static clauses random_clauses (uint64_t *seed, recal_clause *c) {
  clauses f = {1 + random_below (seed, MAX_CLAUSES), c, true, NULL};
  for (size_t i = 0; i < f.n; i++)
    c[i] =
        (recal_clause) {(clause_relation) random_below (seed, 2),
                        num_of_i64 (NULL, (int64_t) random_below (seed, 7) - 3),
                        sums[random_below (seed, 3)]};
  return f;
}

static bool is_stricter (const clauses *f, const clauses *g) {
  for (size_t i = 0; i < g->n; i++) {
    bool found = false;
    for (size_t k = 0; k < f->n; k++)
      found |= !strcmp (f->clause[k].sum, g->clause[i].sum) &&
               clause_implies (&f->clause[k], &g->clause[i]);
    if (!found)
      return false;
  }
  return true;
}

TEST (index_is_complete) {
  uint64_t seed = 17;
  unsigned hits = 0;
  for (unsigned round = 0; round < 200; round++) {
    memory mem = {0};
    clause_index x;
    clause_index_init (&x, &mem);
    recal_clause room[MAX_FORMULAS][MAX_CLAUSES], asked[MAX_CLAUSES];
    clauses f[MAX_FORMULAS];
    for (unsigned i = 0; i < MAX_FORMULAS; i++) {
      f[i] = random_clauses (&seed, room[i]);
      clause_index_add (&x, &f[i]);
    }
    for (unsigned k = 0; k < 20; k++) {
      clauses g = random_clauses (&seed, asked);
      bool stricter = false, weaker = false;
      for (unsigned i = 0; i < MAX_FORMULAS; i++) {
        stricter |= is_stricter (&f[i], &g);
        weaker |= is_stricter (&g, &f[i]);
      }
      uint32_t s = clause_index_stricter (&x, &g);
      uint32_t w = clause_index_weaker (&x, &g);
      CHECK_EQ (s != UINT32_MAX, stricter);
      CHECK_EQ (w != UINT32_MAX, weaker);
      CHECK (!stricter || is_stricter (&f[s], &g));
      CHECK (!weaker || is_stricter (&g, &f[w]));
      hits += stricter + weaker;
    }
    clause_index_release (&x);
    CHECK_EQ (mem.live, 0);
  }
  CHECK (hits > 100);
}

/* What one clause implies, by trying all values. */
TEST (implication) {
  for (int i = 0; i < 2 * 9 * 2 * 9; i++) {
    recal_clause a = {(clause_relation) (i % 2),
                      num_of_i64 (NULL, i / 4 % 9 - 4), ""};
    recal_clause b = {(clause_relation) (i / 2 % 2),
                      num_of_i64 (NULL, i / 36 - 4), ""};
    bool expected = true;
    for (int x = -9; x <= 9; x++) {
      int m = (int) num_i64 (a.constant), n = (int) num_i64 (b.constant);
      bool p = a.relation == CLAUSE_LE ? x <= m : x != m;
      bool q = b.relation == CLAUSE_LE ? x <= n : x != n;
      expected &= !p || q;
    }
    CHECK_EQ (clause_implies (&a, &b), expected);
  }
}

TEST (related_queries) { rung_check (rung_new_recal_complete, 1000); }

/* As published. */

static void start_published (rung_tester *t) {
  rung_tester_init (t, SORT_INT, 1);
  t->rung = rung_new_recal (&(rung_site) {.mem = &t->mem, .bench = t->bench});
}

TEST (related_queries_published) { rung_check (rung_new_recal, 1000); }

/* Figure 5: the matrices after phases 1 to 3, so the order of the variables. */
TEST (algorithm_1_figure_5) {
  rung_tester t;
  start_published (&t);
  term c1[] = {at_most (&t, (int[3]) {3, 1, 0}, 0),
               not_equal (&t, (int[3]) {0, 1, 0}, 0),
               at_most (&t, (int[3]) {0, 1, 0}, 1),
               at_most (&t, (int[3]) {1, 2, 0}, 0)};
  term c2[] = {at_most (&t, (int[3]) {2, 0, 1}, 0),
               not_equal (&t, (int[3]) {1, 0, 0}, 0),
               at_most (&t, (int[3]) {1, 0, 3}, 0),
               at_most (&t, (int[3]) {1, 0, 0}, 1)};
  CHECK (rung_query (&t, 4, c1) == VERDICT_UNKNOWN);
  CHECK (rung_query (&t, 4, c2) == VERDICT_SAT);
  CHECK_EQ (t.rung->class->count (t.rung), 1);
  clauses of;
  u32_vec order = {0};
  clauses_over (problem_new (t.bench, 4, c1), &t.mem, 2, t.var, &of);
  CHECK (recal_order (&t.mem, &of, 3, 2, &order));
  CHECK_EQ (order.len, 2);
  CHECK_EQ (order.data[0], 0);
  vec_release (&t.mem, &order);
  rung_tester_release (&t);
}

/* Figure 6 needs phase 4. */
TEST (algorithm_1_figure_6) {
  rung_tester t;
  start_published (&t);
  term a = at_most (&t, (int[3]) {1, 1, 0}, 0);
  term b = at_most (&t, (int[3]) {0, 1, 1}, 0);
  term c = at_most (&t, (int[3]) {1, 0, 1}, 0);
  term all[] = {a, b, c};
  clauses of;
  u32_vec order = {0};
  clauses_over (problem_new (t.bench, 3, all), &t.mem, 3, t.var, &of);
  CHECK (!recal_order (&t.mem, &of, 3, 3, &order));
  CHECK (recal_order (&t.mem, &of, 4, 3, &order));
  vec_release (&t.mem, &order);
  term first[] = {a, b}, second[] = {c, a}, third[] = {b, c};
  CHECK (rung_query (&t, 2, first) == VERDICT_UNKNOWN);
  CHECK (rung_query (&t, 2, second) == VERDICT_SAT);
  CHECK (rung_query (&t, 2, third) == VERDICT_SAT);
  rung_tester_release (&t);
}

/* Theorem 3.2: whatever the names, the same form. */
TEST (algorithm_1_is_canonical) {
  uint64_t seed = 5;
  for (unsigned round = 0; round < 200; round++) {
    rung_tester t;
    start_published (&t);
    recipes s = {.n = 1 + random_below (&seed, 4)};
    term c[RECIPE_MAX];
    for (size_t i = 0; i < s.n; i++) {
      s.recipe[i] = random_recipe (&seed);
      s.recipe[i].relation = random_below (&seed, 2) ? 3 : 0;
      for (unsigned k = 0; s.recipe[i].relation && k < RECIPE_VARS; k++)
        s.recipe[i].coefficient[k] &= 3; /* x != y has two signs */
    }
    size_t n = rung_conjuncts (&t, &s, c);
    if (n)
      (void) rung_query (&t, n, c);
    size_t count = t.rung->class->count (t.rung);
    for (unsigned k = 0; k < 4; k++) {
      rename_recipes (&seed, &s);
      n = rung_conjuncts (&t, &s, c);
      if (n)
        CHECK (rung_query (&t, n, c) != VERDICT_UNKNOWN);
    }
    CHECK_EQ (t.rung->class->count (t.rung), count);
    rung_tester_release (&t);
  }
}
