#include "term/ieee.h"

#include "logic/form.h"
#include "random.h"
#include "solver/backend.h"
#include "term/eval.h"
#include "term/smt_write.h"
#include "term/value.h"
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <z3.h>

static uint64_t bits_of (double x) {
  uint64_t bits;
  memcpy (&bits, &x, sizeof bits);
  return bits;
}

static uint64_t bits_of_float (float x) {
  uint32_t bits;
  memcpy (&bits, &x, sizeof bits);
  return bits;
}

/* Numbers of all sizes, with those at the edges more often. */
static uint64_t pick (uint64_t *state, unsigned w) {
  uint64_t x = random_next (state), sign = x >> 63 << (w - 1);
  uint64_t inf = ieee_infinity (w), one = (uint64_t) 1 << ieee_fraction (w);
  uint64_t special[] = {0,        1,           one - 1,  one,
                        inf,      inf - 1,     inf + 1,  ieee_nan (w),
                        inf >> 1, ~0ull >> 12, inf - one};
  uint64_t all = w == 64 ? ~0ull : ((uint64_t) 1 << w) - 1;
  switch (random_next (state) % 4) {
  case 0:
    return (special[random_next (state) % 11] & (all >> 1)) | sign;
  case 1: { /* small integers and halves */
    double d = (double) (int64_t) (x % 2001) / 2 - 500;
    return w == 64   ? bits_of (d)
           : w == 32 ? bits_of_float ((float) d)
                     : x & all;
  }
  default:
    return x & all;
  }
}

static const kind floats[] = {
    KIND_FP_ADD,     KIND_FP_MUL,       KIND_FP_DIV,       KIND_FP_REM,
    KIND_FP_SQRT,    KIND_FP_FMA,       KIND_FP_ROUND,     KIND_FP_CONVERT,
    KIND_FP_CONVERT, KIND_FP_FROM_SINT, KIND_FP_FROM_UINT, KIND_FP_TO_SINT};

/* Of 80 bits: exponents near each other, few digits or many, and bits that are
 * no number.
 */
static term pick_wide (terms *ts, uint64_t *state) {
  static const uint16_t exponents[] = {0, 0, 1, 2, 0x7ffe, 0x7fff, 0x3fff};
  uint64_t x = random_next (state), one = (uint64_t) 1 << 63;
  uint64_t low = random_next (state) << (x >> 8) % 64, high = x >> 24;
  if (x % 8)
    high = 0x3fff + x / 8 % 140 - 70;
  else if (x % 16)
    high = exponents[x / 16 % 7];
  if ((high || x % 3) && x % 29)
    low |= one;
  if (x % 11 == 0)
    low &= one | 1;
  if (x % 13 == 0)
    low = ~(uint64_t) 0 << (x >> 16) % 3;
  return term_concat (ts, term_bv (ts, 16, (high & 0x7fff) | x >> 63 << 15),
                      term_bv (ts, 64, low));
}

/* Width of an argument, and the payload. */
static unsigned random_format (uint64_t *state, kind k, uint64_t *payload) {
  static const unsigned formats[] = {32, 64, 80, 16};
  bool is_integer = k == KIND_FP_FROM_SINT || k == KIND_FP_FROM_UINT;
  unsigned n = is_integer ? 2 : k == KIND_FP_TO_SINT ? 3 : 4;
  unsigned w = formats[random_next (state) % n], to = w;
  ieee_rounding mode = (ieee_rounding) (random_next (state) % IEEE_ROUNDINGS);
  if (ieee_has_target (k)) {
    do
      to = formats[random_next (state) % (k == KIND_FP_TO_SINT ? 2 : 4)];
    while (k == KIND_FP_CONVERT && w == to);
  }
  if (k == KIND_FP_TO_SINT || k == KIND_FP_REM ||
      (to == 80 && k != KIND_FP_ROUND))
    mode = IEEE_EVEN;
  *payload = ieee_has_target (k) ? ieee_target (to, mode) : mode;
  return w;
}

/* A well-sorted draft over constants. */
static draft random_draft (terms *ts, uint64_t *state, kind k) {
  bool is_integer = k == KIND_FP_FROM_SINT || k == KIND_FP_FROM_UINT;
  draft d = {.kind = k};
  unsigned w = random_format (state, k, &d.payload);
  for (unsigned i = 0; i < kind_table[k].arity; i++)
    d.arg[i] = w == 80 ? pick_wide (ts, state)
                       : term_bv (ts, w,
                                  is_integer ? random_next (state) >>
                                                   random_next (state) % 64
                                             : pick (state, w));
  d.sort = sort_of_draft (ts, &d);
  CHECK (d.sort.code);
  return d;
}

typedef struct hexadecimal {
  char text[24];
} hexadecimal;

static hexadecimal shown (terms *ts, term t) {
  hexadecimal res = {"-"};
  if (t.id && term_width (ts, t) == 80)
    snprintf (res.text, sizeof res.text, "%04jx%016jx",
              (uintmax_t) term_word (ts, term_extract (ts, 79, 64, t)),
              (uintmax_t) term_word (ts, term_extract (ts, 63, 0, t)));
  else if (t.id)
    snprintf (res.text, sizeof res.text, "%jx", (uintmax_t) term_word (ts, t));
  return res;
}

/* The evaluator and both backends agree on every operation. */
TEST (backends_agree) {
  memory mem = {0};
  terms *ts = terms_new (&mem);
  backend *b = backend_new_z3 (&(backend_config) {.mem = &mem, .terms = ts});
  backend *c = backend_new_bits (&(backend_config) {.mem = &mem, .terms = ts});
  uint64_t state = 7;
  unsigned rounds = test_is_long () ? 20000 : 1500;
  for (unsigned i = 0; i < rounds; i++) {
    kind k = floats[i % (sizeof floats / sizeof *floats)];
    draft d = random_draft (ts, &state, k);
    term value = term_build (ts, k, d.payload, d.arg[0], d.arg[1], d.arg[2]);
    CHECK (term_is_const (ts, value));
    term plain = term_intern (ts, &d);
    term differ = term_not (ts, term_equal (ts, plain, value));
    CHECK (backend_bits_supports (ts, differ));
    if (b->class->check (b, 1, &differ, 0) != VERDICT_UNSAT ||
        c->class->check (c, 1, &differ, 0) != VERDICT_UNSAT)
      FAIL ("%s of %u bits!%u %s %s %s is not %s", kind_table[k].name,
            term_width (ts, d.arg[0]), (unsigned) d.payload,
            shown (ts, d.arg[0]).text, shown (ts, d.arg[1]).text,
            shown (ts, d.arg[2]).text, shown (ts, value).text);
  }
  backend_free (b);
  backend_free (c);
  terms_free (ts);
  CHECK_EQ (mem.live, 0);
}

/* What scripts define has these values for Z3, too. */
TEST (definitions) {
  memory mem = {0};
  terms *ts = terms_new (&mem);
  uint64_t state = 13;
  unsigned rounds = test_is_long () ? 4000 : 120;
  for (unsigned i = 0; i < rounds; i++) {
    kind k = floats[i % (sizeof floats / sizeof *floats)];
    draft d = random_draft (ts, &state, k);
    term value = term_build (ts, k, d.payload, d.arg[0], d.arg[1], d.arg[2]);
    term differ = term_not (ts, term_equal (ts, term_intern (ts, &d), value));
    char_vec script = {0};
    smt_write_script (&mem, &script, ts, 1, &differ);
    Z3_context z3 = Z3_mk_context (NULL);
    const char *said = Z3_eval_smtlib2_string (z3, text_c (&mem, &script));
    if (strcmp (said, "unsat\n"))
      FAIL ("%s of\n%s", said, text_c (&mem, &script));
    Z3_del_context (z3);
    vec_release (&mem, &script);
  }
  terms_free (ts);
  CHECK_EQ (mem.live, 0);
}

/* Circuits of 80 bits, which divide in their own way. */
TEST (wide_remainders) {
  memory mem = {0};
  terms *ts = terms_new (&mem);
  backend *b = backend_new_bits (&(backend_config) {.mem = &mem, .terms = ts});
  uint64_t state = 17;
  unsigned rounds = test_is_long () ? 20000 : 60;
  for (unsigned i = 0; i < rounds; i++) {
    draft d = {.kind = KIND_FP_REM,
               .sort = sort_bv (80),
               .arg = {pick_wide (ts, &state), pick_wide (ts, &state)}};
    term value = term_build (ts, KIND_FP_REM, 0, d.arg[0], d.arg[1], TERM_NONE);
    term differ = term_not (ts, term_equal (ts, term_intern (ts, &d), value));
    if (b->class->check (b, 1, &differ, 0) != VERDICT_UNSAT)
      FAIL ("remainder of %s and %s is not %s", shown (ts, d.arg[0]).text,
            shown (ts, d.arg[1]).text, shown (ts, value).text);
  }
  backend_free (b);
  terms_free (ts);
  CHECK_EQ (mem.live, 0);
}

TEST (known_values) {
  CHECK_EQ (ieee_nan (32), 0x7fc00000);
  CHECK_EQ (ieee_nan (64), 0x7ff8000000000000);
  CHECK_EQ (ieee_nan (16), 0x7e00);
  uint64_t inf = ieee_infinity (64), minus = bits_of (-INFINITY);
  CHECK_EQ (ieee_apply (KIND_FP_ADD, 64, 0, inf, minus, 0), ieee_nan (64));
  CHECK_EQ (ieee_apply (KIND_FP_SQRT, 32, 0, bits_of_float (-1), 0, 0),
            ieee_nan (32));
  CHECK_EQ (ieee_apply (KIND_FP_TO_SINT, 64, 32, bits_of (-2147483648.5), 0, 0),
            0x80000000);
  CHECK_EQ (ieee_apply (KIND_FP_TO_SINT, 64, 32, bits_of (1e10), 0, 0),
            0x80000000);
  CHECK_EQ (ieee_apply (KIND_FP_TO_SINT, 64, 32, bits_of (-7.9), 0, 0),
            0xfffffff9);
  CHECK_EQ (ieee_apply (KIND_FP_FROM_UINT, 64, 32, UINT64_MAX, 0, 0),
            bits_of_float (0x1p64f));
  CHECK_EQ (ieee_apply (KIND_FP_REM, 64, 0, 0x87f1f4080415b9c7,
                        0x8008000000000000, 0),
            bits_of (-0.0)); /* glibc's remainder says 0 */
  CHECK_EQ (ieee_apply (KIND_FP_CONVERT, 64, 16, bits_of (65520), 0, 0),
            ieee_infinity (16));
}

/* x * x == 2 has no solution in float; x + 1 == 3.5 has one. */
TEST (solved) {
  memory mem = {0};
  terms *ts = terms_new (&mem);
  backend *b = backend_new_z3 (&(backend_config) {.mem = &mem, .terms = ts});
  term x = term_var (ts, "x", 1, sort_bv (32));
  term one = term_bv (ts, 32, bits_of_float (1));
  term goal = term_bv (ts, 32, bits_of_float (3.5f));
  term sum = term_binary (ts, KIND_FP_ADD, x, one);
  term is = term_equal (ts, sum, goal);
  CHECK_EQ (b->class->check (b, 1, &is, 0), VERDICT_SAT);
  model *m = model_new (&mem, ts);
  b->class->get_model (b, m);
  CHECK_EQ (model_get (m, x), bits_of_float (2.5f));
  evaluator *e = evaluator_new (&mem, ts);
  CHECK (evaluator_satisfies (e, m, 1, &is));
  evaluator_free (e);
  model_free (m);
  term twice = term_binary (ts, KIND_FP_ADD, sum, sum);
  term odd = term_equal (ts, twice, term_bv (ts, 32, 1)); /* least subnormal */
  CHECK_EQ (b->class->check (b, 1, &odd, 0), VERDICT_UNSAT);
  backend_free (b);
  terms_free (ts);
  CHECK_EQ (mem.live, 0);
}

/* Formulas of 32 bits: one operation on two variables, each in an interval,
 * compared with a constant.
 */
TEST (backends_decide_alike) {
  static const kind some[] = {KIND_FP_ADD, KIND_FP_MUL, KIND_FP_DIV,
                              KIND_FP_SQRT};
  memory mem = {0};
  terms *ts = terms_new (&mem);
  backend *b = backend_new_z3 (&(backend_config) {.mem = &mem, .terms = ts});
  backend *c = backend_new_bits (&(backend_config) {.mem = &mem, .terms = ts});
  evaluator *e = evaluator_new (&mem, ts);
  model *m = model_new (&mem, ts);
  term x = term_var (ts, "x", 1, sort_bv (32));
  term y = term_var (ts, "y", 1, sort_bv (32));
  uint64_t state = 5;
  unsigned n_sat = 0, n = test_is_long () ? 400 : 24;
  for (unsigned i = 0; i < n; i++) {
    kind k = some[i % 4];
    uint64_t low = pick (&state, 32), size = random_below (&state, 256);
    term length = term_bv (ts, 32, size);
    term other = term_bv (ts, 32, pick (&state, 32));
    term value = term_build (
        ts, k, 0, x, kind_table[k].arity > 1 ? y : TERM_NONE, TERM_NONE);
    uint64_t near = ieee_apply (k, 32, 0, low, term_word (ts, other), 0);
    term bound = term_bv (ts, 32, near + random_below (&state, 3));
    term all[3] = {
        term_binary (ts, KIND_BV_ULE,
                     term_binary (ts, KIND_BV_ADD, x, term_bv (ts, 32, -low)),
                     length),
        term_equal (ts, y, other), term_equal (ts, value, bound)};
    term question = term_and (ts, all[0], term_and (ts, all[1], all[2]));
    verdict v = c->class->check (c, 1, &question, 0);
    CHECK_EQ (v, b->class->check (b, 1, &question, 0));
    if (v != VERDICT_SAT)
      continue;
    n_sat++;
    c->class->get_model (c, m);
    CHECK (evaluator_satisfies (e, m, 1, &question));
  }
  CHECK (n_sat && n_sat < n);
  model_free (m);
  evaluator_free (e);
  backend_free (b);
  backend_free (c);
  terms_free (ts);
  CHECK_EQ (mem.live, 0);
}

/* Ill-sorted applications have no sort. */
TEST (sorts) {
  memory mem = {0};
  terms *ts = terms_new (&mem);
  term a = term_var (ts, "a", 1, sort_bv (32));
  term b = term_var (ts, "b", 1, sort_bv (64));
  term h = term_var (ts, "h", 1, sort_bv (16));
  term l = term_var (ts, "l", 1, sort_bv (80));
  draft bad[] = {
      {.kind = KIND_FP_ADD, .arg = {a, b}},
      {.kind = KIND_FP_ADD, .payload = IEEE_ROUNDINGS, .arg = {h, h}},
      {.kind = KIND_FP_ADD, .payload = IEEE_UP, .arg = {l, l}},
      {.kind = KIND_FP_REM, .payload = IEEE_UP, .arg = {a, a}},
      {.kind = KIND_FP_CONVERT,
       .payload = ieee_target (80, IEEE_UP),
       .arg = {a}},
      {.kind = KIND_FP_TO_SINT, .payload = 32, .arg = {h}},
      {.kind = KIND_FP_ROUND, .payload = IEEE_ROUNDINGS, .arg = {a}},
      {.kind = KIND_FP_CONVERT, .payload = 79, .arg = {a}},
      {.kind = KIND_FP_FROM_SINT, .payload = 64, .arg = {l}},
      {.kind = KIND_FP_CONVERT, .payload = UINT64_MAX, .arg = {a}},
      {.kind = KIND_FP_TO_SINT, .payload = 16, .arg = {a}},
      {.kind = KIND_FP_SQRT, .arg = {TERM_TRUE}},
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    CHECK_EQ (sort_of_draft (ts, &bad[i]).code, 0);
  draft good = {.kind = KIND_FP_CONVERT, .payload = 16, .arg = {b}};
  CHECK_EQ (sort_width (sort_of_draft (ts, &good)), 16);
  terms_free (ts);
}

/* A tree over x and y of 64 bits. */
static term random_tree (terms *ts, uint64_t *state, term x, term y) {
  term t = x;
  for (unsigned i = 0; i < 6; i++) {
    kind k = floats[random_below (state, 7)]; /* those of one width */
    uint64_t payload =
        k == KIND_FP_ROUND ? random_below (state, IEEE_ROUNDINGS) : 0;
    term b = random_below (state, 2) ? y : term_bv (ts, 64, pick (state, 64));
    t = term_build (ts, k, payload, t, kind_table[k].arity > 1 ? b : TERM_NONE,
                    kind_table[k].arity > 2 ? x : TERM_NONE);
    if (!random_below (state, 3)) {
      t = term_build (ts, KIND_FP_CONVERT, 32, t, TERM_NONE, TERM_NONE);
      t = term_build (ts, KIND_FP_CONVERT, 64, t, TERM_NONE, TERM_NONE);
    }
  }
  return t;
}

/* The way through a canonical form changes no value. */
TEST (form_keeps_values) {
  memory mem = {0};
  terms *ts = terms_new (&mem);
  arena scratch;
  arena_init (&scratch, &mem);
  former *f = former_new (&mem, ts);
  evaluator *e = evaluator_new (&mem, ts);
  term x = term_var (ts, "x", 1, sort_bv (64));
  term y = term_var (ts, "y", 1, sort_bv (64));
  uint64_t state = 11;
  for (unsigned i = 0; i < 200; i++) {
    term t = random_tree (ts, &state, x, y);
    term claim = term_binary (ts, KIND_BV_ULT, t, x);
    atom a = atom_of (ts, &scratch, claim);
    form spelled;
    form_of (f, &scratch, 1, &a, &spelled);
    atom_vec back = {0};
    CHECK (form_atoms (ts, &scratch, &mem, &spelled, spelled.leaf, &back));
    term unchanged = atom_term (ts, back.data[0]);
    for (unsigned k = 0; k < 10; k++) {
      model *m = model_new (&mem, ts);
      model_set (m, x, pick (&state, 64));
      model_set (m, y, pick (&state, 64));
      evaluator_start (e, m);
      CHECK_EQ (evaluator_value (e, claim), evaluator_value (e, unchanged));
      model_free (m);
    }
    vec_release (&mem, &back);
  }
  evaluator_free (e);
  former_free (f);
  arena_release (&scratch);
  terms_free (ts);
  CHECK_EQ (mem.live, 0);
}
