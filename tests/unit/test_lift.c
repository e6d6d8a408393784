/* Lifted slices have exactly the solutions of the original. */

#include "logic/lift.h"
#include "logic/reduce.h"
#include "term/value.h"

#include "brute.h"
#include "random.h"
#include "slices.h"
#include "test.h"

/* Set the Int variables of the lifted slice from the bit-vectors that are
 * set; false when a leaf has a value that its variable does not cover.
 */
static bool set_vars (brute *b, const lift *l) {
  for (size_t i = 0; i < l->n_leaves; i++) {
    lifted_leaf leaf = l->leaf[i];
    int64_t turn = (int64_t) 1 << term_width (b->terms, leaf.leaf);
    int64_t low = num_i64 (leaf.low), high = num_i64 (leaf.high);
    CHECK (high - low < turn);
    int64_t v = (int64_t) model_get (b->model, leaf.leaf);
    while (v >= low)
      v -= turn;
    while (v < low)
      v += turn;
    if (v > high)
      return false;
    model_set (b->model, leaf.var, num_of_i64 (&b->arena, v).word);
  }
  evaluator_start (b->eval, b->model);
  return true;
}

/* An assignment satisfies the slice exactly when it has an image and that
 * satisfies the lifted one. There are no further solutions: variables are
 * kept to the domain of their leaf, in which the reading is one to one.
 */
static void check_lift (brute *b, size_t n, const atom *a, const lift *l) {
  for (size_t i = 0; i < l->n_atoms; i++)
    CHECK (!sort_is_bv (l->atom[i].domain->sort));
  for (size_t i = 0; i < l->n_leaves; i++) {
    bool has_range = false;
    for (size_t k = 0; k < l->n_atoms; k++) {
      const domain *d = l->atom[k].domain;
      has_range |= l->atom[k].prefix.id == l->leaf[i].var.id &&
                   !d->open_below && !d->open_above;
    }
    CHECK (has_range);
  }
  for (uint64_t i = 0; i < brute_count (b); i++) {
    brute_assign (b, i);
    bool holds = slice_holds (b, n, a);
    bool lifted = set_vars (b, l) && slice_holds (b, l->n_atoms, l->atom);
    CHECK_EQ (lifted, holds);
  }
}

TEST (random_slices) {
  uint64_t seed = 17;
  unsigned tried = 0, lifted = 0;
  for (unsigned n = 3; n <= 4; n++)
    for (unsigned w = n + 1; w <= n + 5; w++) {
      brute b;
      brute_init (&b);
      for (unsigned i = 0; i < 5 - n + 1; i++)
        brute_var (&b, (char[]) {(char) ('x' + i), 0}, sort_bv (n));
      for (int round = 0; round < 1000; round++) {
        atom a[6];
        size_t m = 1 + random_below (&seed, 6);
        for (size_t i = 0; i < m; i++)
          a[i] = atom_of (b.terms, &b.arena,
                          slice_wide_conjunct (&b, &seed, n, w));
        reduction r;
        lift l;
        reduce_atoms (b.terms, &b.arena, m, a, &r);
        if (!r.is_unsat) {
          tried++;
          if (lift_atoms (b.terms, &b.arena, &b.mem, r.n, r.atom, &l)) {
            check_lift (&b, r.n, r.atom, &l);
            lifted++;
          }
        }
        arena_reset (&b.arena);
      }
      brute_release (&b);
    }
  CHECK (tried > 5000 && lifted > 1000);
}

static atom of (brute *b, kind k, term x, uint64_t c) {
  term t = term_bv (b->terms, term_width (b->terms, x), c);
  return atom_of (b->terms, &b->arena, term_binary (b->terms, k, x, t));
}

TEST (bytes_in_an_int) {
  brute b;
  brute_init (&b);
  terms *ts = b.terms;
  term c = brute_var (&b, "c", sort_bv (8)),
       d = brute_var (&b, "d", sort_bv (8));
  term sum = term_binary (ts, KIND_BV_ADD, term_zext (ts, 24, c),
                          term_sext (ts, 24, d));
  atom a[] = {of (&b, KIND_EQ, sum, 12), of (&b, KIND_BV_ULT, c, 10)};
  reduction r;
  lift l;
  reduce_atoms (ts, &b.arena, 2, a, &r);
  CHECK (lift_atoms (ts, &b.arena, &b.mem, r.n, r.atom, &l));
  CHECK_EQ (l.n_leaves, 2);
  CHECK_EQ (l.n_atoms, 3);
  brute_release (&b);
}

TEST (refusals) {
  brute b;
  brute_init (&b);
  terms *ts = b.terms;
  term x = brute_var (&b, "x", sort_bv (8)),
       y = brute_var (&b, "y", sort_bv (8));
  term sum = term_binary (ts, KIND_BV_ADD, x, y);
  term product = term_binary (ts, KIND_BV_MUL, x, y);
  atom a[] = {of (&b, KIND_BV_ULT, sum, 12), of (&b, KIND_BV_ULT, product, 3)};
  lift l;
  CHECK (!lift_atoms (ts, &b.arena, &b.mem, 1, a, &l)); /* may wrap */
  CHECK (!lift_atoms (ts, &b.arena, &b.mem, 1, a + 1, &l));
  /* With bounds on both the sum cannot wrap any more. */
  atom more[] = {a[0], of (&b, KIND_BV_ULT, x, 100),
                 of (&b, KIND_BV_ULT, y, 100)};
  reduction r;
  reduce_atoms (ts, &b.arena, 3, more, &r);
  CHECK (lift_atoms (ts, &b.arena, &b.mem, r.n, r.atom, &l));
  check_lift (&b, r.n, r.atom, &l);
  brute_release (&b);
}
