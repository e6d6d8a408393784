/* Implication: never more than the truth, and all of it on one prefix. */

#include "logic/implies.h"
#include "logic/reduce.h"
#include "term/value.h"

#include "brute.h"
#include "random.h"
#include "slices.h"
#include "test.h"

static bool is_true (brute *b, const reduction *x, const reduction *y) {
  for (uint64_t i = 0; i < brute_count (b); i++) {
    brute_assign (b, i);
    if (slice_holds (b, x->n, x->atom) && !slice_holds (b, y->n, y->atom))
      return false;
  }
  return true;
}

static bool claims (brute *b, const reduction *x, const reduction *y) {
  bool all = implies (b->terms, &b->arena, x->n, x->atom, y->n, y->atom);
  bool some = implies_by_prefix (b->terms, x->n, x->atom, y->n, y->atom);
  CHECK (all || !some);
  return all;
}

static void random_slice (brute *b, uint64_t *seed, sort s, unsigned most,
                          reduction *r) {
  atom a[8];
  size_t n = 1 + random_below (seed, most);
  for (size_t i = 0; i < n; i++)
    a[i] = atom_of (b->terms, &b->arena, slice_conjunct (b, seed, s));
  reduce_atoms (b->terms, &b->arena, n, a, r);
}

/* Integers may differ outside of the window: a proof there says nothing. */
TEST (random_slices) {
  const sort sorts[] = {sort_bv (3), sort_bv (4), SORT_INT};
  uint64_t seed = 9;
  unsigned found = 0;
  for (unsigned k = 0; k < 3; k++) {
    brute b;
    brute_init (&b);
    brute_var (&b, "x", sorts[k]);
    brute_var (&b, "y", sorts[k]);
    for (int round = 0; round < 15000; round++) {
      reduction x, y;
      random_slice (&b, &seed, sorts[k], 4, &x);
      random_slice (&b, &seed, sorts[k], 2, &y);
      if (!x.is_unsat && !y.is_unsat && claims (&b, &x, &y)) {
        CHECK (is_true (&b, &x, &y));
        found++;
      }
      arena_reset (&b.arena);
    }
    brute_release (&b);
  }
  CHECK (found > 500);
}

/* Sums of extensions, at two widths. */
TEST (random_wide_slices) {
  uint64_t seed = 21;
  unsigned found = 0;
  for (unsigned w = 4; w <= 8; w++) {
    brute b;
    brute_init (&b);
    brute_var (&b, "x", sort_bv (3));
    brute_var (&b, "y", sort_bv (3));
    for (int round = 0; round < 10000; round++) {
      reduction r[2];
      for (unsigned k = 0; k < 2; k++) {
        atom a[4];
        size_t n = 1 + random_below (&seed, k ? 1 : 4);
        for (size_t i = 0; i < n; i++)
          a[i] = atom_of (b.terms, &b.arena,
                          slice_wide_conjunct (&b, &seed, 3, w));
        reduce_atoms (b.terms, &b.arena, n, a, r + k);
      }
      if (!r[0].is_unsat && !r[1].is_unsat && claims (&b, r, r + 1)) {
        CHECK (is_true (&b, r, r + 1));
        found++;
      }
      arena_reset (&b.arena);
    }
    brute_release (&b);
  }
  CHECK (found > 1000);
}

/* One variable, one prefix: what is true is found. */
TEST (complete_on_one_prefix) {
  const sort sorts[] = {sort_bv (3), sort_bv (4)};
  uint64_t seed = 13;
  for (unsigned k = 0; k < 2; k++) {
    brute b;
    brute_init (&b);
    term x = brute_var (&b, "x", sorts[k]);
    for (int round = 0; round < 10000; round++) {
      reduction p, q;
      random_slice (&b, &seed, sorts[k], 3, &p);
      random_slice (&b, &seed, sorts[k], 3, &q);
      bool one = !p.is_unsat && !q.is_unsat && p.n == 1 && q.n == 1 &&
                 p.atom[0].prefix.id == x.id && q.atom[0].prefix.id == x.id;
      if (one)
        CHECK_EQ (claims (&b, &p, &q), is_true (&b, &p, &q));
      arena_reset (&b.arena);
    }
    brute_release (&b);
  }
}

/* R1 .. R8 of the paper, and their limits: P + n op 0 implies P + m op' 0
 * for all n and m in a window, exactly when it is true.
 */
enum { EQ, NE, LE, GE };

static reduction relation (brute *b, term p, int64_t n, int op) {
  terms *ts = b->terms;
  term zero = term_int (ts, NUM_ZERO);
  term sum = term_binary (ts, KIND_INT_ADD, p,
                          term_int (ts, num_of_i64 (&b->arena, n)));
  term t = op == LE   ? term_binary (ts, KIND_INT_LE, sum, zero)
           : op == GE ? term_binary (ts, KIND_INT_LE, zero, sum)
                      : term_equal (ts, sum, zero);
  atom a = atom_of (ts, &b->arena, op == NE ? term_not (ts, t) : t);
  reduction r;
  reduce_atoms (ts, &b->arena, 1, &a, &r);
  return r;
}

static bool expected (int64_t n, int op, int64_t m, int op2) {
  if (op == EQ)
    return op2 == EQ   ? n == m
           : op2 == NE ? n != m  /* R1 */
           : op2 == LE ? n >= m  /* R3 */
                       : n <= m; /* R4 */
  if (op == LE)
    return op2 == NE ? n > m : op2 == LE && n >= m; /* R5, R6 */
  if (op == GE)
    return op2 == NE ? n < m : op2 == GE && n <= m; /* R7, R8 */
  return op2 == NE && n == m;
}

TEST (rules_of_the_paper) {
  brute b;
  brute_init (&b);
  term x = brute_var (&b, "x", SORT_INT), y = brute_var (&b, "y", SORT_INT);
  term two = term_int (b.terms, num_of_i64 (&b.arena, 2));
  term p = term_binary (b.terms, KIND_INT_ADD, x,
                        term_binary (b.terms, KIND_INT_MUL, y, two));
  for (int64_t n = -4; n <= 4; n++)
    for (int64_t m = -4; m <= 4; m++)
      for (int op = EQ; op <= GE; op++)
        for (int op2 = EQ; op2 <= GE; op2++) {
          reduction r = relation (&b, p, n, op), s = relation (&b, p, m, op2);
          CHECK_EQ (claims (&b, &r, &s), expected (n, op, m, op2));
        }
  brute_release (&b);
}

static void make (brute *b, reduction *r, size_t n, const term *t) {
  atom_vec v = {0};
  for (size_t i = 0; i < n; i++)
    atoms_of (b->terms, &b->arena, &b->mem, t[i], &v);
  reduce_atoms (b->terms, &b->arena, v.len, v.data, r);
  vec_release (&b->mem, &v);
}

static term le (brute *b, term x, int64_t k) {
  return term_binary (b->terms, KIND_INT_LE, x,
                      term_int (b->terms, num_of_i64 (&b->arena, k)));
}

static term ge (brute *b, term x, int64_t k) {
  return term_not (b->terms, le (b, x, k - 1));
}

TEST (beyond_the_paper) {
  brute b;
  brute_init (&b);
  terms *ts = b.terms;
  term x = brute_var (&b, "x", SORT_INT), y = brute_var (&b, "y", SORT_INT);
  term z = brute_var (&b, "z", SORT_INT);
  term xy = term_binary (ts, KIND_INT_ADD, x, y);
  term xyz = term_binary (ts, KIND_INT_ADD, xy, z);
  term not_zero = term_not (ts, term_equal (ts, x, term_int (ts, NUM_ZERO)));
  reduction r, s;
  make (&b, &r, 2, (term[]) {ge (&b, x, 0), not_zero});
  make (&b, &s, 1, (term[]) {ge (&b, x, 1)});
  CHECK (claims (&b, &r, &s));
  make (&b, &r, 2, (term[]) {le (&b, x, 3), le (&b, y, 4)});
  make (&b, &s, 1, (term[]) {le (&b, xy, 7)});
  CHECK (claims (&b, &r, &s));
  make (&b, &s, 1, (term[]) {le (&b, xy, 6)});
  CHECK (!claims (&b, &r, &s));
  make (&b, &r, 2, (term[]) {le (&b, xy, 3), le (&b, z, 2)});
  make (&b, &s, 1, (term[]) {le (&b, xyz, 5)});
  CHECK (claims (&b, &r, &s));
  make (&b, &r, 2, (term[]) {le (&b, x, 3), ge (&b, y, 4)});
  make (&b, &s, 1, (term[]) {term_not (ts, term_equal (ts, x, y))});
  CHECK (claims (&b, &r, &s));
  brute_release (&b);
}

TEST (bit_vectors_of_two_widths) {
  brute b;
  brute_init (&b);
  terms *ts = b.terms;
  term c = brute_var (&b, "c", sort_bv (8)),
       d = brute_var (&b, "d", sort_bv (8));
  term x = term_zext (ts, 24, c), y = term_zext (ts, 24, d);
  term sum = term_binary (ts, KIND_BV_ADD, x, y);
  reduction r, s;
  make (&b, &r, 1,
        (term[]) {term_binary (ts, KIND_BV_ULT, c, term_bv (ts, 8, 10))});
  make (&b, &s, 1,
        (term[]) {term_binary (ts, KIND_BV_ULT, sum, term_bv (ts, 32, 265))});
  CHECK (claims (&b, &r, &s));
  make (&b, &s, 1,
        (term[]) {term_binary (ts, KIND_BV_ULT, sum, term_bv (ts, 32, 264))});
  CHECK (!claims (&b, &r, &s));
  make (&b, &r, 2,
        (term[]) {term_binary (ts, KIND_BV_ULT, c, term_bv (ts, 8, 10)),
                  term_binary (ts, KIND_BV_ULE, term_bv (ts, 8, 10), d)});
  make (&b, &s, 1, (term[]) {term_binary (ts, KIND_BV_ULT, c, d)});
  CHECK (claims (&b, &r, &s));
  make (&b, &s, 1, (term[]) {term_binary (ts, KIND_BV_SLT, c, d)});
  CHECK (!claims (&b, &r, &s));
  brute_release (&b);
}
