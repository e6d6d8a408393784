#ifndef UNIT_SLICES_H
#define UNIT_SLICES_H

/* Random small slices over the variables of a 'brute'. */

#include "logic/atom.h"
#include "logic/linear.h"

#include "brute.h"
#include "random.h"

static const kind slice_relation[] = {KIND_BV_ULT, KIND_BV_ULE, KIND_BV_SLT,
                                      KIND_BV_SLE, KIND_EQ};

static inline term slice_sum (brute *b, uint64_t *seed, sort s) {
  terms *ts = b->terms;
  bool is_int = sort_is_int (s);
  term sum = TERM_NONE;
  for (unsigned n = 1 + random_below (seed, 2); n-- > 0;) {
    term x = b->var[random_below (seed, (unsigned) b->n)];
    int64_t c =
        random_below (seed, 3) ? 1 : (int64_t) random_below (seed, 5) - 2;
    term k = term_const (ts, s, word_of_i64 (&b->arena, s, c));
    x = term_binary (ts, is_int ? KIND_INT_MUL : KIND_BV_MUL, x, k);
    sum = sum.id ? term_binary (ts, is_int ? KIND_INT_ADD : KIND_BV_ADD, sum, x)
                 : x;
  }
  return sum;
}

/* All variables must have the sort 's'. */
static inline term slice_conjunct (brute *b, uint64_t *seed, sort s) {
  terms *ts = b->terms;
  int64_t c = (int64_t) random_below (seed, 11) - 5;
  term x = slice_sum (b, seed, s);
  term y = random_below (seed, 5)
               ? term_const (ts, s, word_of_i64 (&b->arena, s, c))
               : slice_sum (b, seed, s);
  kind k = slice_relation[random_below (seed, 5)];
  if (sort_is_int (s))
    k = random_below (seed, 3) ? KIND_INT_LE : KIND_EQ;
  term t = random_below (seed, 2) ? term_binary (ts, k, x, y)
                                  : term_binary (ts, k, y, x);
  return random_below (seed, 3) ? t : term_not (ts, t);
}

static inline term slice_wide (brute *b, uint64_t *seed, unsigned w) {
  terms *ts = b->terms;
  term x = b->var[random_below (seed, (unsigned) b->n)];
  term y = b->var[random_below (seed, (unsigned) b->n)];
  unsigned n = term_width (ts, x);
  if (random_below (seed, 3) == 0)
    x = term_binary (ts, KIND_BV_ADD, x, term_bv (ts, n, random_next (seed)));
  if (random_below (seed, 6) == 0)
    x = term_binary (ts, KIND_BV_ADD, x, y);
  if (random_below (seed, 6) == 0 && 2 * n < w) {
    x = term_concat (ts, x, y);
    n *= 2;
  }
  x = random_below (seed, 2) ? term_zext (ts, w - n, x)
                             : term_sext (ts, w - n, x);
  term k = term_bv (ts, w, (uint64_t) random_below (seed, 5) - 2);
  return random_below (seed, 2) ? x : term_binary (ts, KIND_BV_MUL, x, k);
}

/* About variables of width 'n', or sums of width 'w' of their extensions. */
static inline term slice_wide_conjunct (brute *b, uint64_t *seed, unsigned n,
                                        unsigned w) {
  terms *ts = b->terms;
  term x, y;
  if (random_below (seed, 2)) {
    x = b->var[random_below (seed, (unsigned) b->n)];
    y = term_bv (ts, n, random_next (seed));
  } else {
    x = term_binary (ts, KIND_BV_ADD, slice_wide (b, seed, w),
                     slice_wide (b, seed, w));
    y = random_below (seed, 3) ? term_bv (ts, w, random_next (seed))
                               : slice_wide (b, seed, w);
  }
  term t = term_binary (ts, slice_relation[random_below (seed, 5)], x, y);
  return random_below (seed, 2) ? t : term_not (ts, t);
}

static inline bool slice_holds (brute *b, size_t n, const atom *a) {
  for (size_t i = 0; i < n; i++)
    if (!domain_has (a[i].domain, evaluator_value (b->eval, a[i].prefix)))
      return false;
  return true;
}

/* Do the atoms A imply those of B, each by one with the same prefix? */
static inline bool slice_includes (size_t n_a, const atom *a, size_t n_b,
                                   const atom *b) {
  size_t met = 0;
  for (size_t i = 0; i < n_a; i++) {
    if (domain_is_empty (a[i].domain))
      return true;
    for (size_t j = 0; j < n_b; j++)
      met += a[i].prefix.id == b[j].prefix.id &&
             domain_includes (b[j].domain, a[i].domain);
  }
  return met == n_b;
}

#endif
