/* The rung of boxes on formulas of floating point: about one number of 16
 * bits, about one of 32 whose lower half is zero, and about two of 16 whose
 * lower half is zero, against all their values; about two of 32 against a
 * solver.
 */

#include "base/bits.h"
#include "rungs.h"
#include "term/ieee.h"
#include "term/tape.h"

#define MOST_CONJUNCTS 5

/* A number whose lower part is zero. */
static term number_of (terms *ts, unsigned w, term high) {
  unsigned low = w - term_width (ts, high);
  return low ? term_concat (ts, high, term_bv (ts, low, 0)) : high;
}

static term constant (rung_tester *t, unsigned w) {
  static const uint32_t some[] = {0x3f800000, 0xbf800000, 0x40000000,
                                  0x3f000000, 0,          0x3dcccccd,
                                  0x41200000, 0x7f800000, 0x80000000};
  uint64_t bits = random_below (&t->seed, 4)
                      ? some[random_below (&t->seed, 9)]
                      : random_next (&t->seed) & 0xffffffff;
  if (w == 16)
    bits = ieee_apply (KIND_FP_CONVERT, 32, 16, bits, 0, 0);
  return term_bv (t->ts, w, bits);
}

/* To nearest more often than not, as programs do. */
static uint64_t any_direction (rung_tester *t, kind k) {
  return k == KIND_FP_ROUND || !random_below (&t->seed, 4)
             ? random_below (&t->seed, IEEE_ROUNDINGS)
             : IEEE_EVEN;
}

static term expression (rung_tester *t, unsigned w, unsigned n_vars) {
  static const kind some[] = {KIND_FP_ADD, KIND_FP_ADD,  KIND_FP_MUL,
                              KIND_FP_DIV, KIND_FP_SQRT, KIND_FP_ROUND,
                              KIND_BV_XOR, KIND_BV_AND,  KIND_FP_CONVERT};
  terms *ts = t->ts;
  term part[6];
  unsigned n = 2 + random_below (&t->seed, 4);
  for (unsigned i = 0; i < n; i++) {
    part[i] = random_below (&t->seed, 3)
                  ? number_of (ts, w, t->var[random_below (&t->seed, n_vars)])
                  : constant (t, w);
    if (!i)
      continue;
    kind k = some[random_below (&t->seed, 9)];
    term a = part[random_below (&t->seed, i)], b = part[i];
    if (k == KIND_BV_XOR || k == KIND_BV_AND)
      part[i] = term_binary (
          ts, k, a,
          term_bv (ts, w,
                   bits_mask (w) &
                       (bits_sign (w) ^ -(uint64_t) (k == KIND_BV_AND))));
    else if (k == KIND_FP_CONVERT && w == 16) {
      a = term_build (ts, k, 32, a, TERM_NONE, TERM_NONE);
      a = term_build (ts, KIND_FP_ADD, 0, a, constant (t, 32), TERM_NONE);
      part[i] = term_build (ts, k, 16, a, TERM_NONE, TERM_NONE);
    } else if (k == KIND_FP_CONVERT) {
      a = term_build (ts, KIND_FP_TO_SINT, 32, a, TERM_NONE, TERM_NONE);
      part[i] = term_build (ts, KIND_FP_FROM_SINT, 32, a, TERM_NONE, TERM_NONE);
    } else
      part[i] = term_build (ts, k, any_direction (t, k), a,
                            kind_table[k].arity > 1 ? b : TERM_NONE, TERM_NONE);
  }
  return part[n - 1];
}

static term is_number (terms *ts, unsigned w, term t) {
  return term_binary (ts, KIND_BV_ULE, term_extract (ts, w - 2, 0, t),
                      term_bv (ts, w - 1, ieee_infinity (w)));
}

static term comparison (rung_tester *t, unsigned w, unsigned n_vars) {
  static const kind some[] = {KIND_BV_SLT, KIND_BV_SLE, KIND_EQ};
  terms *ts = t->ts;
  term a = expression (t, w, n_vars);
  term b =
      random_below (&t->seed, 3) ? constant (t, w) : expression (t, w, n_vars);
  term c = term_binary (ts, some[random_below (&t->seed, 7) / 3],
                        ieee_order (ts, a), ieee_order (ts, b));
  if (random_below (&t->seed, 3))
    c = term_and (ts, c,
                  term_and (ts, is_number (ts, w, a), is_number (ts, w, b)));
  return random_below (&t->seed, 3) ? c : term_not (ts, c);
}

static term within (rung_tester *t, unsigned w, term x) {
  uint64_t one = ieee_infinity (w) >> 1 & ieee_infinity (w);
  term low = term_bv (
      t->ts, w, one - (random_below (&t->seed, 9) << (ieee_fraction (w) - 2)));
  term size = term_bv (t->ts, w, random_next (&t->seed) & bits_mask (w - 6));
  term order = ieee_order (t->ts, x);
  order = term_binary (t->ts, KIND_BV_ADD, order,
                       term_unary (t->ts, KIND_BV_NEG, low));
  return term_binary (t->ts, KIND_BV_ULE, order, size);
}

static size_t formula (rung_tester *t, unsigned w, unsigned n_vars, term *out) {
  size_t n = 0, wanted = 1 + random_below (&t->seed, 3);
  for (unsigned i = 0; i < n_vars; i++)
    if (random_below (&t->seed, 5))
      out[n++] = within (t, w, number_of (t->ts, w, t->var[i]));
  for (size_t i = 0; i < wanted; i++)
    out[n++] = comparison (t, w, n_vars);
  wanted = n;
  n = 0;
  for (size_t i = 0; i < wanted; i++)
    if (!term_is_const (t->ts, out[i]))
      out[n++] = out[i];
  return n;
}

static void begin (rung_tester *t, unsigned width, uint64_t seed) {
  rung_tester_init (t, sort_bv (width), seed);
  t->rung = rung_new_boxes (&(rung_site) {.mem = &t->mem, .bench = t->bench});
}

static bool has_model (rung_tester *t, size_t n, const term *conjunct) {
  tape *code = tape_new (&t->mem, t->ts, n, conjunct);
  const term *leaf;
  unsigned width = term_width (t->ts, t->var[0]);
  CHECK (tape_leaves (code, &leaf) <= 16 / width);
  bool is = false;
  for (uint64_t x = 0; x < 65536 && !is; x++) {
    uint64_t is_true[MOST_CONJUNCTS];
    uint64_t value[] = {x & bits_mask (width), x >> 8};
    tape_run_words (code, value, NULL, is_true);
    is = true;
    for (size_t i = 0; i < n; i++)
      is &= is_true[i] != 0;
  }
  tape_free (code);
  return is;
}

typedef struct tally {
  unsigned n_sat, n_unsat;
} tally;

/* Against all values. */
static void check_formula (rung_tester *t, size_t n, const term *c, tally *of) {
  problem *p = problem_new (t->bench, n, c);
  term_vec core = {0};
  model_clear (t->model);
  finding f = {.model = t->model, .core = &core};
  verdict v = t->rung->class->ask (t->rung, p, &f);
  if (v == VERDICT_SAT) {
    CHECK (problem_holds (p, t->model));
    of->n_sat++;
  } else if (v == VERDICT_UNSAT) {
    CHECK (!has_model (t, core.len ? core.len : p->n,
                       core.len ? core.data : p->constraint));
    of->n_unsat++;
  }
  vec_release (&t->mem, &core);
  bench_clear (t->bench);
}

static void check_all_values (unsigned w, unsigned width, unsigned n_vars) {
  rung_tester t;
  begin (&t, width, 41 + w + width);
  tally of = {0};
  unsigned rounds = test_is_long () ? 20000 : 60;
  for (unsigned i = 0; i < rounds; i++) {
    term c[MOST_CONJUNCTS];
    size_t n = formula (&t, w, n_vars, c);
    if (n)
      check_formula (&t, n, c, &of);
  }
  CHECK (of.n_sat > rounds / 8 && of.n_unsat > rounds / 8);
  rung_tester_release (&t);
}

TEST (of_all_values) { check_all_values (32, 16, 1); }
TEST (of_all_halves) { check_all_values (16, 16, 1); }
TEST (of_two_halves) { check_all_values (16, 8, 2); }

TEST (of_two_numbers) {
  rung_tester t;
  begin (&t, 16, 43);
  t.solver->class->free (t.solver);
  t.solver = (test_is_long () ? backend_new_z3 : backend_new_bits) (
      &(backend_config) {.mem = &t.mem, .terms = t.ts});
  for (unsigned i = 0; i < (test_is_long () ? 1000 : 60); i++) {
    term c[MOST_CONJUNCTS];
    size_t n = formula (&t, 32, 2, c);
    if (n)
      (void) rung_query (&t, n, c);
  }
  CHECK (t.n_unsat > 5 && t.n_sat > 5);
  rung_tester_release (&t);
}

/* A number of its own width, in a short interval: what holds at a point of it,
 * often an end, is not refuted. Halves have all points.
 */
TEST (of_a_point) {
  rung_tester t;
  unsigned n_sat = 0, rounds = test_is_long () ? 1000 : 30;
  for (unsigned w = 32; w <= 64; w *= 2) {
    rung_tester_init (&t, sort_bv (w), 47 + w);
    t.rung = rung_new_boxes (&(rung_site) {.mem = &t.mem, .bench = t.bench});
    terms *ts = t.ts;
    term x = t.var[0], order = ieee_order (ts, x);
    for (unsigned i = 0; i < rounds; i++) {
      uint64_t near[] = {0, ieee_infinity (w), ieee_infinity (w) >> 1};
      uint64_t at = near[random_below (&t.seed, 3)], size = bits_sign (w) - 1;
      uint64_t point = ((at + random_below (&t.seed, 9) - 4) & size) |
                       (random_next (&t.seed) & bits_sign (w));
      uint64_t key = (uint64_t) ieee_key (point, w);
      uint64_t low = key - random_below (&t.seed, 20);
      term offset = term_binary (ts, KIND_BV_ADD, order,
                                 term_bv (ts, w, -low & bits_mask (w)));
      kind k = random_below (&t.seed, 2) ? KIND_FP_ADD : KIND_FP_MUL;
      uint64_t mode = any_direction (&t, k);
      uint64_t other = near[2 * random_below (&t.seed, 2)] + i % 5;
      term is = term_build (ts, k, mode, x, term_bv (ts, w, other), TERM_NONE);
      uint64_t value = ieee_apply (k, w, mode, point, other, 0);
      term c[] = {
          term_binary (ts, KIND_BV_ULE, offset, term_bv (ts, w, 20)),
          term_equal (
              ts, ieee_order (ts, is),
              term_bv (ts, w, (uint64_t) ieee_key (value, w) & bits_mask (w)))};
      problem *p = problem_new (t.bench, 2, c);
      term_vec core = {0};
      model_clear (t.model);
      finding f = {.model = t.model, .core = &core};
      verdict v = t.rung->class->ask (t.rung, p, &f);
      CHECK (v != VERDICT_UNSAT);
      n_sat += v == VERDICT_SAT;
      vec_release (&t.mem, &core);
      bench_clear (t.bench);
    }
    rung_tester_release (&t);
  }
  CHECK (n_sat > rounds);
}

/* What is not refuted: 'c' has a model. */
static void check_not_refuted (rung_tester *t, size_t n, const term *c) {
  problem *p = problem_new (t->bench, n, c);
  term_vec core = {0};
  model_clear (t->model);
  finding f = {.model = t->model, .core = &core};
  CHECK (t->rung->class->ask (t->rung, p, &f) != VERDICT_UNSAT);
  vec_release (&t->mem, &core);
  bench_clear (t->bench);
}

/* (x + small) - x is a whole unit in the last place of x, not half of one,
 * where sums are rounded away from zero.
 */
TEST (of_directions) {
  rung_tester t;
  begin (&t, 32, 53);
  terms *ts = t.ts;
  term x = t.var[0], order = ieee_order (ts, x);
  for (unsigned minus = 0; minus < 2; minus++) {
    uint64_t sign = (uint64_t) minus << 31;
    term small = term_bv (ts, 32, sign | 0x2b800000); /* 2^-40 */
    term sum = term_build (ts, KIND_FP_ADD, minus ? IEEE_DOWN : IEEE_UP, x,
                           small, TERM_NONE);
    term less = term_binary (ts, KIND_BV_XOR, x, term_bv (ts, 32, 0x80000000));
    term unit = term_build (ts, KIND_FP_ADD, 0, sum, less, TERM_NONE);
    uint64_t low =
        (uint64_t) ieee_key (sign | (minus ? 0x3ff33333 : 0x3ff00000), 32);
    term offset = term_binary (ts, KIND_BV_ADD, order,
                               term_bv (ts, 32, -low & 0xffffffff));
    term c[] = {
        term_binary (ts, KIND_BV_ULE, offset, term_bv (ts, 32, 0x33333)),
        term_equal (ts, unit, term_bv (ts, 32, sign | 0x34000000))};
    check_not_refuted (&t, 2, c);
  }
  rung_tester_release (&t);
}

/* Is it at least this number, or, with a sign, at most its negation? */
static term is_from (terms *ts, uint64_t least, term t, uint64_t sign) {
  term key = term_bv (ts, 64, (uint64_t) ieee_key (least | sign, 64));
  term order = ieee_order (ts, t);
  return term_binary (ts, KIND_BV_SLE, sign ? order : key, sign ? key : order);
}

/* x - trunc (x) is less than one, by an integer or not, and has the sign of x;
 * both are found without halving. What is at its ends has a model.
 */
TEST (of_fractions) {
  for (unsigned i = 0; i < 16; i++) {
    rung_tester t;
    rung_tester_init (&t, sort_bv (64), 61 + i);
    t.rung = rung_new_boxes (&(rung_site) {.mem = &t.mem, .bench = t.bench});
    terms *ts = t.ts;
    term x = t.var[0], cut, sum, c[2];
    if (i & 1)
      cut = term_build (ts, KIND_FP_ROUND, IEEE_ZERO, x, TERM_NONE, TERM_NONE);
    else {
      cut = term_build (ts, KIND_FP_TO_SINT, 32, x, TERM_NONE, TERM_NONE);
      cut = term_build (ts, KIND_FP_FROM_SINT, 64, cut, TERM_NONE, TERM_NONE);
    }
    cut = term_binary (ts, KIND_BV_XOR, cut, term_bv (ts, 64, bits_sign (64)));
    sum = term_build (ts, KIND_FP_ADD, 0, i & 2 ? x : cut, i & 2 ? cut : x,
                      TERM_NONE);
    uint64_t sign = i & 4 ? bits_sign (64) : 0, most = 0x40dd4c0000000000;
    uint64_t less = i & 8 ? 0x3fefffffffffffff : 0x3ff0000000000000;
    c[0] =
        term_binary (ts, KIND_BV_ULE,
                     term_binary (ts, KIND_BV_XOR, x, term_bv (ts, 64, sign)),
                     term_bv (ts, 64, most));
    c[1] = term_binary (
        ts, KIND_BV_ULE, term_bv (ts, 64, less),
        term_binary (ts, KIND_BV_XOR, sum, term_bv (ts, 64, sign)));
    if (i & 8)
      check_not_refuted (&t, 2, c);
    else {
      c[1] = is_from (ts, 0x3ff0000000000000, sum, sign);
      problem *p = problem_new (t.bench, 2, c);
      finding f = {.model = t.model, .core = &(term_vec) {0}};
      CHECK_EQ (t.rung->class->ask (t.rung, p, &f), VERDICT_UNSAT);
      vec_release (&t.mem, f.core);
    }
    c[1] = is_from (ts, 0x3fe0000000000000, sum, sign);
    check_not_refuted (&t, 2, c);
    rung_tester_release (&t);
  }
}

/* An element of an array is no input that is halved: that no box is left says
 * nothing where points cannot be tried.
 */
TEST (of_elements) {
  rung_tester t;
  begin (&t, 32, 59);
  terms *ts = t.ts;
  term a = term_var (ts, "a", 1, sort_array (32, 32)), i = t.var[0];
  term x = term_binary (ts, KIND_SELECT, a, i);
  term sum = term_build (ts, KIND_FP_ADD, 0, x, term_bv (ts, 32, 0x3f800000),
                         TERM_NONE);
  term c[] = {term_binary (ts, KIND_BV_ULE, i, term_bv (ts, 32, 3)),
              term_equal (ts, sum, term_bv (ts, 32, 0x40000000))};
  check_not_refuted (&t, 2, c);
  rung_tester_release (&t);
}

static term rounded (terms *ts, kind k, term a, uint64_t b) {
  return term_build (ts, k, 0, a, term_bv (ts, 64, b), TERM_NONE);
}

static term less (terms *ts, kind k, term a, term b) {
  return term_binary (ts, k, ieee_order (ts, a), ieee_order (ts, b));
}

/* What depends on one number cancels: halving would need a million boxes. Each
 * is refuted as it stands, and has a model if it asks for less.
 */
TEST (of_differences) {
  const uint64_t one = 0x3ff0000000000000, half = 0x3fe0000000000000;
  const uint64_t million = 0x412e848000000000, small = 0x3eb0c6f7a0b5ed8d;
  const uint64_t minus = bits_sign (64);
  rung_tester t;
  begin (&t, 64, 71);
  terms *ts = t.ts;
  term x = t.var[0], sign = term_bv (ts, 64, minus);
  term c[3] = {is_from (ts, one, x, 0),
               less (ts, KIND_BV_SLE, x, term_bv (ts, 64, million))};
  term more = rounded (ts, KIND_FP_ADD, x, one);
  term part = rounded (ts, KIND_FP_MUL, x, half);
  term none = term_build (ts, KIND_FP_ADD, 0, more,
                          term_binary (ts, KIND_BV_XOR, x, sign), TERM_NONE);
  term wrong[] = {
      less (ts, KIND_BV_SLT, more, x),
      less (ts, KIND_BV_SLE, more, x),
      term_equal (ts, ieee_order (ts, more), ieee_order (ts, x)),
      less (ts, KIND_BV_SLE, x, part),
      is_from (ts, one + (one >> 10), none, 0),
      is_from (ts, small, rounded (ts, KIND_FP_ADD, none, one | minus), 0)};
  term right[] = {
      less (ts, KIND_BV_SLT, x, more),
      less (ts, KIND_BV_SLE, x, more),
      term_not (ts, wrong[2]),
      less (ts, KIND_BV_SLE, part, x),
      is_from (ts, one, none, 0),
      is_from (ts, 0, rounded (ts, KIND_FP_ADD, none, one | minus), 0)};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    c[2] = wrong[i];
    problem *p = problem_new (t.bench, 3, c);
    finding f = {.model = t.model, .core = &(term_vec) {0}};
    if (t.rung->class->ask (t.rung, p, &f) != VERDICT_UNSAT)
      FAIL ("%zu is not refuted", i);
    vec_release (&t.mem, f.core);
    c[2] = right[i];
    check_not_refuted (&t, 3, c);
  }
  rung_tester_release (&t);
}
