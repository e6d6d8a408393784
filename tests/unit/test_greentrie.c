#include "lab/cache/greentrie.h"

#include "rungs.h"

#include <stdlib.h>

static const green_relation relations[] = {GREEN_EQ, GREEN_NE, GREEN_LE,
                                           GREEN_GE};

static bool holds (green_relation r, int64_t x) {
  return r == GREEN_EQ   ? x == 0
         : r == GREEN_NE ? x != 0
         : r == GREEN_LE ? x <= 0
                         : x >= 0;
}

/* R1 to R8 are exactly the implications between atoms of one prefix. */
TEST (rules) {
  for (int i = 0; i < 4 * 9 * 4 * 9; i++) {
    green_relation r = relations[i % 4], s = relations[i / 4 % 4];
    int m = i / 16 % 9 - 4, n = i / 144 - 4;
    bool expected = true;
    for (int x = -9; x <= 9; x++)
      expected &= !holds (r, x + m) || holds (s, x + n);
    ipog_fact a = {r, num_of_i64 (NULL, m), 0},
              b = {s, num_of_i64 (NULL, n), 0};
    CHECK_EQ (fact_implies (&a, &b), expected);
    b.prefix = 1;
    CHECK (!fact_implies (&a, &b));
  }
}

typedef struct desk {
  memory mem;
  arena arena;
} desk;

static green_atom make (desk *d, green_relation r, const char *prefix, int c) {
  num k = num_of_i64 (&d->arena, c);
  return (green_atom) {
      r, k, prefix,
      green_text (&d->arena, &d->mem, GREEN_SIGNED, r, prefix, k)};
}

static int by_text (const void *a, const void *b) {
  return strcmp (((const green_atom *) a)->text,
                 ((const green_atom *) b)->text);
}

/* Section 4. */
TEST (reduction) {
  desk d = {0};
  arena_init (&d.arena, &d.mem);
  const char *p = "((1*v0)+(1*v1))";
  green_atom all[] = {make (&d, GREEN_GE, p, 3),  make (&d, GREEN_GE, p, 5),
                      make (&d, GREEN_LE, p, -4), make (&d, GREEN_NE, p, 0),
                      make (&d, GREEN_NE, p, 6),  make (&d, GREEN_NE, p, -4)};
  green_atom *a = all;
  size_t n = 6;
  qsort (a, n, sizeof *a, by_text);
  CHECK (greentrie_reduce (&d.arena, &d.mem, &n, &a));
  CHECK_EQ (n, 3);
  CHECK_STR (a[0].text, "(((1*v0)+(1*v1))+3)>=0");
  CHECK_STR (a[1].text, "(((1*v0)+(1*v1))+-3)<=0");
  CHECK_STR (a[2].text, "(((1*v0)+(1*v1))+0)!=0");
  green_atom clash[] = {make (&d, GREEN_EQ, p, 0), make (&d, GREEN_GE, p, -3)};
  a = clash;
  n = 2;
  CHECK (!greentrie_reduce (&d.arena, &d.mem, &n, &a));
  arena_release (&d.arena);
  CHECK_EQ (d.mem.live, 0);
}

/* The reduced atoms say the same as those given. */
TEST (reduction_is_exact) {
  desk d = {0};
  arena_init (&d.arena, &d.mem);
  uint64_t seed = 9;
  for (unsigned round = 0; round < 3000; round++) {
    green_atom all[7], *a = all;
    size_t n = 1 + random_below (&seed, 7), before = n;
    for (size_t i = 0; i < n; i++)
      all[i] = make (&d, relations[random_below (&seed, 8) % 5 % 4], "(1*v0)",
                     (int) random_below (&seed, 9) - 4);
    qsort (all, n, sizeof *all, by_text);
    bool ok = greentrie_reduce (&d.arena, &d.mem, &n, &a);
    for (int x = -9; x <= 9; x++) {
      bool given = true, reduced = ok;
      for (size_t i = 0; i < before; i++)
        given &= holds (all[i].relation, x + num_i64 (all[i].constant));
      for (size_t i = 0; ok && i < n; i++)
        reduced &= holds (a[i].relation, x + num_i64 (a[i].constant));
      CHECK_EQ (given, reduced);
    }
    arena_reset (&d.arena);
  }
  arena_release (&d.arena);
}

/* Definition 1 over all sets stored, against the tries. */

#define MAX_SET 6
#define MAX_SETS 24

typedef struct set {
  size_t n;
  green_atom *atom;
} set;

static const char *const prefixes[] = {"(1*v0)", "(1*v1)", "((1*v0)+(1*v1))"};

static bool random_set (desk *d, uint64_t *seed, set *s) {
  green_atom *a = arena_alloc (&d->arena, MAX_SET * sizeof *a);
  *s = (set) {1 + random_below (seed, MAX_SET), a};
  for (size_t i = 0; i < s->n; i++)
    a[i] = make (d, relations[random_below (seed, 4)],
                 prefixes[random_below (seed, 3)],
                 (int) random_below (seed, 7) - 3);
  qsort (a, s->n, sizeof *a, by_text);
  return greentrie_reduce (&d->arena, &d->mem, &s->n, &s->atom);
}

static bool atom_implies (const green_atom *a, const green_atom *b) {
  ipog_fact f = {a->relation, a->constant, 0},
            g = {b->relation, b->constant, 0};
  return !strcmp (a->prefix, b->prefix) && fact_implies (&f, &g);
}

/* Is 'x' a logical subset of 'y'? */
static bool is_subset (const set *x, const set *y) {
  for (size_t i = 0; i < x->n; i++) {
    bool found = false;
    for (size_t k = 0; k < y->n; k++)
      found |= atom_implies (&y->atom[k], &x->atom[i]);
    if (!found)
      return false;
  }
  return true;
}

static void check_definition (trie_search search, uint64_t seed,
                              unsigned *found, unsigned *there) {
  desk d = {0};
  arena_init (&d.arena, &d.mem);
  ltrie sat, unsat;
  ltrie_init (&sat, &d.mem, search, true);
  ltrie_init (&unsat, &d.mem, search, false);
  set stored[MAX_SETS], q;
  size_t n = 0;
  while (n < MAX_SETS) {
    if (!random_set (&d, &seed, &stored[n]))
      continue;
    (void) ltrie_insert (&sat, stored[n].n, stored[n].atom, (uint32_t) n + 1);
    (void) ltrie_insert (&unsat, stored[n].n, stored[n].atom, 1);
    n++;
  }
  for (unsigned round = 0; round < 60; round++) {
    if (!random_set (&d, &seed, &q))
      continue;
    bool sub = false, super = false;
    for (size_t i = 0; i < n; i++) {
      sub |= is_subset (&stored[i], &q);
      super |= is_subset (&q, &stored[i]);
    }
    bool has_sub = ltrie_subset (&unsat, q.n, q.atom);
    uint32_t has_super = ltrie_superset (&sat, q.n, q.atom);
    CHECK (!has_sub || sub);
    CHECK (!has_super || is_subset (&q, &stored[has_super - 1]));
    if (search == TRIE_COMPLETE)
      CHECK (has_sub == sub && !!has_super == super);
    if (search == TRIE_PRINTED)
      CHECK (has_sub == sub);
    *found += has_sub + !!has_super;
    *there += sub + super;
  }
  ltrie_release (&sat);
  ltrie_release (&unsat);
  arena_release (&d.arena);
  CHECK_EQ (d.mem.live, 0);
}

TEST (definition) {
  unsigned found[3] = {0}, there[3] = {0};
  for (unsigned s = 0; s < 3; s++)
    for (uint64_t seed = 1; seed <= 60; seed++)
      check_definition ((trie_search) s, seed, &found[s], &there[s]);
  CHECK (there[0] > 100);
  CHECK (found[TRIE_PROTOTYPE] < found[TRIE_PRINTED]);
  CHECK (found[TRIE_PRINTED] < found[TRIE_COMPLETE]);
  CHECK_EQ (found[TRIE_COMPLETE], there[TRIE_COMPLETE]);
}

/* Through the rung. */

static term at_most (rung_tester *t, term a, int64_t c) {
  return term_binary (t->ts, KIND_INT_LE, a, rung_number (t, c));
}

static term at_least (rung_tester *t, term a, int64_t c) {
  return term_binary (t->ts, KIND_INT_LE, rung_number (t, c), a);
}

/* Examples 1 and 2 of the introduction, the second one over two prefixes so
 * that reduction does not see it.
 */
TEST (examples) {
  rung_tester t;
  rung_tester_init (&t, SORT_INT, 1);
  t.rung = rung_new_greentrie (&(rung_site) {.mem = &t.mem, .bench = t.bench});
  term x = t.var[0], y = t.var[1], c[3];
  c[0] = at_least (&t, x, 1);
  CHECK (rung_query (&t, 1, c) == VERDICT_UNKNOWN);
  c[0] = at_least (&t, x, 0);
  CHECK (rung_query (&t, 1, c) == VERDICT_SAT);
  c[0] = at_most (&t, x, -1);
  c[1] = at_least (&t, x, 2);
  CHECK (rung_query (&t, 2, c) == VERDICT_UNSAT);
  term sum = term_binary (t.ts, KIND_INT_ADD, x, y);
  for (int i = 0; i < 2; i++) {
    c[0] = at_least (&t, x, 1 + i);
    c[1] = at_least (&t, y, 1);
    c[2] = at_most (&t, sum, -i);
    CHECK (rung_query (&t, 3, c) == (i ? VERDICT_UNSAT : VERDICT_UNKNOWN));
  }
  rung_tester_release (&t);
}

/* x = 3 answers 0 <= x <= 5, but not in the prototype. */
TEST (one_for_two) {
  for (unsigned s = 0; s < 3; s++) {
    rung_tester t;
    rung_tester_init (&t, SORT_INT, 1);
    t.rung = rung_new_greentrie_with (
        &(rung_site) {.mem = &t.mem, .bench = t.bench}, (trie_search) s);
    term c[2] = {term_equal (t.ts, t.var[0], rung_number (&t, 3))};
    CHECK (rung_query (&t, 1, c) == VERDICT_UNKNOWN);
    c[0] = at_least (&t, t.var[0], 0);
    c[1] = at_most (&t, t.var[0], 5);
    CHECK (rung_query (&t, 2, c) ==
           (s == TRIE_PROTOTYPE ? VERDICT_UNKNOWN : VERDICT_SAT));
    rung_tester_release (&t);
  }
}

static rung *printed (const rung_site *site) {
  return rung_new_greentrie_with (site, TRIE_PRINTED);
}

static rung *complete (const rung_site *site) {
  return rung_new_greentrie_with (site, TRIE_COMPLETE);
}

TEST (related_prototype) { rung_check (rung_new_greentrie, 700); }
TEST (related_printed) { rung_check (printed, 800); }
TEST (related_complete) { rung_check (complete, 900); }
