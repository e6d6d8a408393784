#include "lab/cache/settrie.h"
#include "lab/cache/ubtree.h"

#include "rungs.h"

/* Sets of numbers below 8 as bit masks. */
static size_t elements_of (unsigned mask, uint32_t *out) {
  size_t n = 0;
  for (unsigned i = 0; i < 8; i++)
    if (mask >> i & 1)
      out[n++] = i + 1;
  return n;
}

TEST (supersets) {
  uint64_t seed = 5;
  for (unsigned round = 0; round < 60; round++) {
    memory mem = {0};
    settrie t;
    settrie_init (&t, &mem);
    unsigned stored[20], n = 1 + random_below (&seed, 20);
    uint32_t e[8];
    for (unsigned i = 0; i < n; i++) {
      stored[i] = 1 + random_below (&seed, 255);
      size_t k = elements_of (stored[i], e);
      settrie_node (&t, settrie_insert (&t, k, e))->value = 1;
    }
    for (unsigned mask = 1; mask < 256; mask++) {
      bool expected = false, exact = false;
      for (unsigned i = 0; i < n; i++) {
        expected |= (stored[i] & mask) == mask;
        exact |= stored[i] == mask;
      }
      size_t k = elements_of (mask, e);
      CHECK_EQ (!!settrie_superset (&t, true, k, e, NULL, NULL), expected);
      CHECK_EQ (!!settrie_superset (&t, false, k, e, NULL, NULL), expected);
      uint32_t at = settrie_find (&t, k, e);
      CHECK_EQ (at && settrie_node (&t, at)->value, exact);
    }
    settrie_release (&t);
    CHECK_EQ (mem.live, 0);
  }
}

static term compare (rung_tester *t, kind k, unsigned var, int64_t c) {
  return term_binary (t->ts, k, t->var[var], rung_number (t, c));
}

/* x < 0, x > 1 is unsatisfiable, and so is anything with both. */
TEST (klee) {
  rung_tester t;
  rung_tester_init (&t, sort_bv (8), 1);
  t.rung = rung_new_ubtree (&(rung_site) {.mem = &t.mem, .bench = t.bench});
  term low = compare (&t, KIND_BV_ULT, 0, 5);
  term high = term_not (t.ts, compare (&t, KIND_BV_ULT, 0, 9));
  term y = compare (&t, KIND_BV_ULT, 1, 7), z = compare (&t, KIND_BV_ULT, 2, 3);
  term q[4] = {low, high, y, z};
  CHECK (rung_query (&t, 2, q) == VERDICT_UNKNOWN);
  CHECK (rung_query (&t, 2, q) == VERDICT_UNSAT);
  CHECK (rung_query (&t, 4, q) == VERDICT_UNSAT);
  CHECK_EQ (t.rung->class->count (t.rung), 1);

  /* a superset is not looked for, but a model of a subset is tried */
  term s[3] = {y, z, low};
  CHECK (rung_query (&t, 3, s) == VERDICT_UNKNOWN);
  CHECK (rung_query (&t, 2, s) == VERDICT_UNKNOWN);
  CHECK (rung_query (&t, 3, s) == VERDICT_SAT);
  CHECK_EQ (t.rung->class->count (t.rung), 3);
  rung_tester_release (&t);
}

static rung *with_superset (const rung_site *site) {
  return rung_new_ubtree_with (site, (ubtree_options) {.superset = true});
}

static rung *with_try_all (const rung_site *site) {
  return rung_new_ubtree_with (
      site, (ubtree_options) {.superset = true, .try_all = true});
}

static rung *greedy (const rung_site *site) {
  return rung_new_ubtree_green (site, true);
}

static rung *not_greedy (const rung_site *site) {
  return rung_new_ubtree_green (site, false);
}

TEST (superset_when_wanted) {
  rung_tester t;
  rung_tester_init (&t, sort_bv (8), 1);
  t.rung = with_superset (&(rung_site) {.mem = &t.mem, .bench = t.bench});
  term s[3] = {compare (&t, KIND_BV_ULT, 0, 7), compare (&t, KIND_BV_ULT, 1, 3),
               compare (&t, KIND_BV_ULT, 2, 4)};
  CHECK (rung_query (&t, 3, s) == VERDICT_UNKNOWN);
  CHECK (rung_query (&t, 2, s) == VERDICT_SAT);
  CHECK (rung_query (&t, 1, &s[2]) == VERDICT_SAT);
  rung_tester_release (&t);
}

TEST (related_queries) { rung_check (rung_new_ubtree, 200); }
TEST (related_superset) { rung_check (with_superset, 300); }
TEST (related_try_all) { rung_check (with_try_all, 400); }
TEST (related_greedy) { rung_check (greedy, 500); }
TEST (related_not_greedy) { rung_check (not_greedy, 600); }
