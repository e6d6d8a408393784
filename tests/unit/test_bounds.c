#include "base/bits.h"
#include "lab.h"
#include "term/bounds.h"
#include "test.h"

#include <stdio.h>

static void check_value (const bounds *b, uint64_t x, unsigned w) {
  int64_t s = bits_signed (x, w);
  CHECK (!(x & b->zeros) && !(~x & b->ones));
  CHECK (b->min <= x && x <= b->max);
  CHECK (b->smin <= s && s <= b->smax);
}

static bool is_analysed (const terms *ts, term t) {
  sort s = term_sort (ts, t);
  return sort_is_bv (s) && sort_width (s) <= 64;
}

static void check_term (lab *l, term t) {
  if (!is_analysed (l->ts, t))
    return;
  bounds b = term_bounds (l->ts, t);
  const uint64_t *value = lab_values (l, t);
  for (unsigned i = 0; i < l->n; i++)
    check_value (&b, value[i], term_width (l->ts, t));
}

static void check_width (unsigned w, unsigned rounds) {
  lab l;
  lab_init (&l, w);
  lab_grow (&l, rounds, 3000);
  for (size_t i = 0; i < l.pool.len; i++)
    check_term (&l, l.pool.data[i]);
  lab_release (&l);
  CHECK_EQ (l.mem.live, 0);
}

/* Every interval of a small width as an argument, by way of ite and known
 * bits, under every kind: all constants are in the pool.
 */
TEST (small_widths) {
  for (unsigned w = 1; w <= 4; w++)
    check_width (w, 4);
}

TEST (large_widths) {
  check_width (8, 4);
  check_width (33, 4);
  check_width (63, 4);
  check_width (64, 4);
}

TEST (wide_terms_know_nothing) {
  check_width (65, 2);
  check_width (100, 2);
}

TEST (what_should_be_known) {
  memory mem = {0};
  terms *ts = terms_new (&mem);
  term x = term_var (ts, "x", 1, sort_bv (8));
  bounds b = term_bounds (ts, term_zext (ts, 24, x));
  CHECK (b.max == 255 && b.smin == 0 && b.zeros == 0xffffff00u);
  b = term_bounds (ts, term_sext (ts, 24, x));
  CHECK (b.smin == -128 && b.smax == 127);
  term ten = term_bv (ts, 32, 10);
  b = term_bounds (ts,
                   term_binary (ts, KIND_BV_ADD, term_zext (ts, 24, x), ten));
  CHECK (b.min == 10 && b.max == 265);
  b = term_bounds (ts, term_binary (ts, KIND_BV_UREM,
                                    term_var (ts, "y", 1, sort_bv (32)), ten));
  CHECK (b.min == 0 && b.max == 9);
  terms_free (ts);
  CHECK_EQ (mem.live, 0);
}

TEST (deep) {
  memory mem = {0};
  terms *ts = terms_new (&mem);
  term x = term_var (ts, "x", 1, sort_bv (16)), t = x;
  for (unsigned i = 0; i < 100000; i++)
    t = term_binary (ts, i & 1 ? KIND_BV_MUL : KIND_BV_XOR, t, x);
  CHECK (term_bounds (ts, t).max <= 0xffff);
  terms_free (ts);
  CHECK_EQ (mem.live, 0);
}
