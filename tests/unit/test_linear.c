/* Sums against the evaluator. */

#include "logic/linear.h"
#include "term/value.h"

#include "brute.h"
#include "random.h"
#include "test.h"

static uint64_t value_of (brute *b, const linear *l) {
  uint64_t res = l->constant;
  for (size_t i = 0; i < l->n; i++) {
    uint64_t v = evaluator_value (b->eval, l->monomial[i].term);
    v = word_mul (&b->arena, l->sort, v, l->monomial[i].coefficient);
    res = word_add (&b->arena, l->sort, res, v);
  }
  return res;
}

static void check_form (const terms *ts, const linear *l) {
  for (size_t i = 0; i < l->n; i++) {
    CHECK (!word_is_zero (l->sort, l->monomial[i].coefficient));
    CHECK (!i || hash128_cmp (term_hash (ts, l->monomial[i - 1].term),
                              term_hash (ts, l->monomial[i].term)) < 0);
  }
}

static linear check_linear (brute *b, term t) {
  linear l, unchanged;
  CHECK (linear_of (b->terms, &b->arena, t, &l));
  check_form (b->terms, &l);
  term back = linear_term (b->terms, &l);
  for (uint64_t i = 0; i < brute_count (b); i += 3) {
    brute_assign (b, i);
    uint64_t v = evaluator_value (b->eval, t);
    CHECK (value_eq (l.sort, value_of (b, &l), v));
    CHECK (value_eq (l.sort, evaluator_value (b->eval, back), v));
  }
  CHECK (linear_of (b->terms, &b->arena, back, &unchanged));
  CHECK_EQ (unchanged.n, l.n);
  for (size_t i = 0; i < l.n; i++)
    CHECK_EQ (unchanged.monomial[i].term.id, l.monomial[i].term.id);
  return l;
}

static term random_term (brute *b, uint64_t *seed, term *pool, size_t n) {
  terms *ts = b->terms;
  term x = pool[random_below (seed, (unsigned) n)];
  term y = pool[random_below (seed, (unsigned) n)];
  sort s = term_sort (ts, x);
  bool is_int = sort_is_int (s);
  int64_t small = (int64_t) random_below (seed, 7) - 3;
  term k = term_const (ts, s, word_of_i64 (&b->arena, s, small));
  switch (random_below (seed, is_int ? 4 : 7)) {
  case 0:
    return term_binary (ts, is_int ? KIND_INT_MUL : KIND_BV_MUL, x, k);
  case 1:
    return term_binary (ts, is_int ? KIND_INT_ADD : KIND_BV_ADD, k, x);
  case 2:
  case 3:
    return term_binary (ts, is_int ? KIND_INT_ADD : KIND_BV_ADD, x, y);
  case 4:
    return term_unary (ts, KIND_BV_NOT, x);
  case 5:
    return term_unary (ts, KIND_BV_NEG, x);
  default:
    return term_binary (ts, KIND_BV_SHL, x, k);
  }
}

/* Shared terms, so that coefficients grow and cancel. */
TEST (random_sums) {
  uint64_t seed = 3;
  const sort sorts[] = {sort_bv (4), sort_bv (8), SORT_INT};
  for (int round = 0; round < 60; round++) {
    brute b;
    brute_init (&b);
    sort s = sorts[round % 3];
    term pool[30];
    for (size_t n = 0; n < 30; n++) {
      char name[] = {(char) ('x' + n), 0};
      if (n < 2) {
        pool[n] = brute_var (&b, name, s);
        continue;
      }
      pool[n] = random_term (&b, &seed, pool, n);
      if (n % 7 == 0)
        check_linear (&b, pool[n]);
    }
    brute_release (&b);
  }
}

TEST (sharing_is_cheap) {
  brute b;
  brute_init (&b);
  term x = brute_var (&b, "x", SORT_INT), t = x;
  for (int i = 0; i < 200; i++) /* 2^200 paths, 200 terms */
    t = term_binary (b.terms, KIND_INT_ADD, t, t);
  linear l;
  CHECK (linear_of (b.terms, &b.arena, t, &l));
  CHECK_EQ (l.n, 1);
  CHECK (
      num_eq (value_num (l.monomial[0].coefficient), num_pow2 (&b.arena, 200)));
  brute_release (&b);
}

TEST (difference_cancels) {
  brute b;
  brute_init (&b);
  terms *ts = b.terms;
  term x = brute_var (&b, "x", sort_bv (4)),
       y = brute_var (&b, "y", sort_bv (4));
  term sum = term_binary (ts, KIND_BV_ADD, x, y);
  linear l;
  CHECK (linear_difference (ts, &b.arena, sum, y, &l));
  CHECK (l.n == 1 && l.monomial[0].term.id == x.id && !l.constant);
  CHECK (linear_difference (ts, &b.arena, sum, sum, &l));
  CHECK_EQ (l.n, 0);
  CHECK (term_is_const (ts, linear_term (ts, &l)));
  brute_release (&b);
}

TEST (others_are_refused) {
  brute b;
  brute_init (&b);
  linear l;
  term p = brute_var (&b, "p", SORT_BOOL);
  term wide = term_var (b.terms, "wide", 4, sort_bv (65));
  CHECK (!linear_of (b.terms, &b.arena, p, &l));
  CHECK (!linear_of (b.terms, &b.arena, wide, &l));
  brute_release (&b);
}

TEST (huge_sums_are_opaque) {
  brute b;
  brute_init (&b);
  term t = brute_var (&b, "x", sort_bv (32));
  for (int i = 0; i < LINEAR_MAX; i++)
    t = term_binary (b.terms, KIND_BV_ADD, t,
                     term_fresh (b.terms, "v", sort_bv (32)));
  linear l;
  CHECK (linear_of (b.terms, &b.arena, t, &l));
  CHECK (l.n == 1 && l.monomial[0].term.id == t.id);
  brute_release (&b);
}
