/* Reduction is equivalence, and cores are unsatisfiable. */

#include "logic/reduce.h"
#include "term/value.h"

#include "brute.h"
#include "random.h"
#include "slices.h"
#include "test.h"

#define MOST 7

static void check_sorted (const terms *ts, const reduction *r) {
  for (size_t i = 0; i < r->n; i++) {
    CHECK (!domain_is_full (r->atom[i].domain));
    CHECK (!domain_is_empty (r->atom[i].domain));
    CHECK (!i || hash128_cmp (term_hash (ts, r->atom[i - 1].prefix),
                              term_hash (ts, r->atom[i].prefix)) < 0);
  }
}

static bool core_holds (brute *b, const reduction *r, const atom *a) {
  for (size_t i = 0; i < r->n_core; i++)
    if (!slice_holds (b, 1, a + r->core[i]))
      return false;
  return true;
}

static void check_equivalent (brute *b, const reduction *r, size_t n,
                              const atom *a) {
  check_sorted (b->terms, r);
  for (uint64_t i = 0; i < brute_count (b); i++) {
    brute_assign (b, i);
    bool holds = slice_holds (b, n, a);
    if (r->is_unsat) {
      CHECK (!holds);
      CHECK (!core_holds (b, r, a));
    } else
      CHECK_EQ (slice_holds (b, r->n, r->atom), holds);
  }
}

/* Each atom of the result follows from the inputs named for it. */
static void check_origins (brute *b, const reduction *r, const atom *a) {
  for (uint32_t i = 0; i < r->n; i++) {
    size_t n;
    uint32_t *inputs = reduce_inputs (r, &b->arena, 1, &i, &n);
    reduction named = {.core = inputs, .n_core = n};
    for (uint64_t k = 0; k < brute_count (b); k++) {
      brute_assign (b, k);
      CHECK (!core_holds (b, &named, a) || slice_holds (b, 1, r->atom + i));
    }
  }
}

/* Same prefixes: without any one atom of the core, the rest has a value. */
static void check_minimal (brute *b, const reduction *r, const atom *a) {
  for (size_t skip = 0; skip < r->n_core; skip++) {
    const domain *d = NULL;
    for (size_t i = 0; i < r->n_core; i++) {
      CHECK_EQ (a[r->core[i]].prefix.id, a[r->core[0]].prefix.id);
      if (i != skip)
        d = d ? domain_intersect (&b->arena, d, a[r->core[i]].domain)
              : a[r->core[i]].domain;
    }
    CHECK (!d || !domain_is_empty (d));
  }
}

static void check_slice (brute *b, uint64_t *seed, sort s) {
  atom a[MOST], shuffled[MOST];
  size_t n = random_below (seed, MOST + 1);
  for (size_t i = 0; i < n; i++)
    a[i] = atom_of (b->terms, &b->arena, slice_conjunct (b, seed, s));
  reduction r, other;
  reduce_atoms (b->terms, &b->arena, n, a, &r);
  check_equivalent (b, &r, n, a);
  check_origins (b, &r, a);
  if (r.is_unsat)
    check_minimal (b, &r, a);
  for (size_t i = 0; i < n; i++)
    shuffled[i] = a[n - 1 - i];
  reduce_atoms (b->terms, &b->arena, n, shuffled, &other);
  CHECK_EQ (other.n, r.n);
  for (size_t i = 0; i < r.n; i++)
    CHECK (other.atom[i].prefix.id == r.atom[i].prefix.id &&
           domain_eq (other.atom[i].domain, r.atom[i].domain));
  reduce_substitute (b->terms, &b->arena, &b->mem, &r);
  check_equivalent (b, &r, n, a);
  check_origins (b, &r, a);
  arena_reset (&b->arena);
}

TEST (random_slices) {
  const sort sorts[] = {sort_bv (3), sort_bv (4), SORT_INT};
  uint64_t seed = 5;
  for (unsigned k = 0; k < 3; k++) {
    brute b;
    brute_init (&b);
    brute_var (&b, "x", sorts[k]);
    brute_var (&b, "y", sorts[k]);
    for (int round = 0; round < 700; round++)
      check_slice (&b, &seed, sorts[k]);
    brute_release (&b);
  }
}

/* x = 2, x * y = 6 and y < 3: found only by putting in values. */
TEST (values_are_put_in) {
  brute b;
  brute_init (&b);
  terms *ts = b.terms;
  term x = brute_var (&b, "x", SORT_INT), y = brute_var (&b, "y", SORT_INT);
  term two = term_int (ts, num_of_i64 (&b.arena, 2));
  term six = term_int (ts, num_of_i64 (&b.arena, 6));
  term other = term_fresh (ts, "z", SORT_BOOL);
  atom a[] = {
      atom_of (ts, &b.arena, other),
      atom_of (ts, &b.arena,
               term_int_lt (ts, y, term_int (ts, num_of_i64 (&b.arena, 3)))),
      atom_of (ts, &b.arena,
               term_equal (ts, term_binary (ts, KIND_INT_MUL, x, y), six)),
      atom_of (ts, &b.arena, term_equal (ts, x, two)),
  };
  reduction r;
  reduce_atoms (ts, &b.arena, 4, a, &r);
  CHECK (!r.is_unsat && r.n == 4);
  reduce_substitute (ts, &b.arena, &b.mem, &r);
  CHECK (r.is_unsat);
  CHECK_EQ (r.n_core, 3);
  CHECK_EQ (r.core[0], 1);
  brute_release (&b);
}

/* As the default of a large switch asks: x is none of many values. */
TEST (many_holes) {
  enum { N = 3000, LIMIT = 100003 };
  static atom a[N + 1];
  static bool is_hole[LIMIT];
  const sort s = sort_bv (32);
  brute b;
  brute_init (&b);
  term x = term_fresh (b.terms, "x", s);
  for (uint64_t i = 0, value; i < N; i++) {
    value = i * 7919 % LIMIT;
    is_hole[value] = true;
    a[i] = (atom) {x, domain_but (&b.arena, s, value)};
  }
  reduction r;
  reduce_atoms (b.terms, &b.arena, N, a, &r);
  CHECK (!r.is_unsat && r.n == 1);
  for (uint64_t v = 0; v < LIMIT; v++)
    CHECK_EQ (domain_has (r.atom[0].domain, v), !is_hole[v]);
  uint32_t first = 0;
  size_t n;
  reduce_inputs (&r, &b.arena, 1, &first, &n);
  CHECK_EQ (n, N);
  a[N] = (atom) {x, domain_point (&b.arena, s, 7919)};
  reduce_atoms (b.terms, &b.arena, N + 1, a, &r);
  CHECK (r.is_unsat && r.n_core && r.core[r.n_core - 1] == N);
  CHECK (b.mem.peak < 16 << 20); /* one after the other they took 200 MB */
  brute_release (&b);
}

TEST (empty_and_constant) {
  brute b;
  brute_init (&b);
  reduction r;
  reduce_atoms (b.terms, &b.arena, 0, NULL, &r);
  CHECK (!r.is_unsat && !r.n);
  atom a[] = {atom_of (b.terms, &b.arena, TERM_TRUE),
              atom_of (b.terms, &b.arena, TERM_FALSE)};
  reduce_atoms (b.terms, &b.arena, 1, a, &r);
  CHECK (!r.is_unsat && !r.n);
  reduce_atoms (b.terms, &b.arena, 2, a, &r);
  CHECK (r.is_unsat && r.n_core == 1 && r.core[0] == 1);
  brute_release (&b);
}

TEST (substitution_in_deep_terms) {
  brute b;
  brute_init (&b);
  terms *ts = b.terms;
  term x = brute_var (&b, "x", sort_bv (32)),
       y = brute_var (&b, "y", sort_bv (32));
  term t = x;
  for (int i = 0; i < 20000; i++)
    t = term_binary (ts, KIND_BV_XOR, term_binary (ts, KIND_BV_MUL, t, y), x);
  atom a[] = {
      atom_of (ts, &b.arena, term_equal (ts, x, term_bv (ts, 32, 0))),
      atom_of (ts, &b.arena, term_equal (ts, y, term_bv (ts, 32, 0))),
      atom_of (ts, &b.arena, term_equal (ts, t, term_bv (ts, 32, 1))),
  };
  reduction r;
  reduce_atoms (ts, &b.arena, 3, a, &r);
  reduce_substitute (ts, &b.arena, &b.mem, &r);
  CHECK (r.is_unsat);
  brute_release (&b);
}
