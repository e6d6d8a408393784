/* Floating point of 80 bits, as x87 has it: long double. Words are of 64 bits,
 * so that such a number is always a term. What is exact for a number that was
 * one of 64 bits is done with that (float_narrow.c); functions of libm fix a
 * symbolic operand to one value of the path.
 */

#include "machine/floating.h"

#include "base/bits.h"

#include <math.h>

static const word none = {0};

/* Bits. */

static term wide_bits (terms *ts, uint64_t high, uint64_t low) {
  return term_concat (ts, term_bv (ts, 16, high), term_bv (ts, 64, low));
}

static term wide_term (machine *m, word v) {
  return word_term (m->terms, v, 80);
}

static term wide_sign (terms *ts, term t) {
  return term_equal (ts, term_extract (ts, 79, 79, t), term_bv (ts, 1, 1));
}

static term wide_size (terms *ts, term t) {
  return term_zext (ts, 1, term_extract (ts, 78, 0, t));
}

static term is_exponent (terms *ts, term t, uint64_t value) {
  return term_equal (ts, term_extract (ts, 78, 64, t), term_bv (ts, 15, value));
}

static term wide_negated (terms *ts, term t) {
  return term_concat (
      ts, term_unary (ts, KIND_BV_NOT, term_extract (ts, 79, 79, t)),
      term_extract (ts, 78, 0, t));
}

static bool wide_is_symbolic (machine *m, word v) {
  return !word_is_concrete (v) && !term_is_const (m->terms, v.term);
}

static step set_wide (machine *m, state *s, const insn *i, term t) {
  slot_set_term (m, s, i->dst, t);
  return STEP_NEXT;
}

static step set_word (state *s, const insn *i, word v) {
  slot_set (s, i->dst, v);
  return STEP_NEXT;
}

static step set_double (machine *m, state *s, const insn *i, word v) {
  return set_wide (m, s, i, float_widen (m, v));
}

/* Numbers of the host, where nothing else can compute. */

static bool get_part (machine *m, state *s, term t, unsigned high, unsigned low,
                      uint64_t *out) {
  word v = word_from (m->terms, term_extract (m->terms, high, low, t));
  if (!float_fix (m, s, &v, high - low + 1, "long double"))
    return false;
  *out = v.bits;
  return true;
}

/* False: the path has ended. */
static bool get_number (machine *m, state *s, word v, long double *out) {
  uint64_t low, high;
  word narrow;
  if (float_narrow (m, v, &narrow)) {
    double x;
    if (!float_fix (m, s, &narrow, 64, "long double"))
      return false;
    memcpy (&x, &narrow.bits, sizeof x);
    *out = x;
    return true;
  }
  term t = wide_term (m, v);
  if (!get_part (m, s, t, 63, 0, &low) || !get_part (m, s, t, 79, 64, &high))
    return false;
  *out = 0;
  memcpy (out, &low, 8);
  memcpy ((char *) out + 8, &high, 2);
  return true;
}

static step set_number (machine *m, state *s, const insn *i, long double x) {
  static_assert (sizeof (long double) >= 10, "x87 has 80 bits");
  uint64_t low, high = 0;
  memcpy (&low, &x, 8);
  memcpy (&high, (const char *) &x + 8, 2);
  return set_wide (m, s, i, wide_bits (m->terms, high, low));
}

/* As a number of 64 bits, if it is one. */
static bool get_double (machine *m, state *s, word v, word *out) {
  long double x;
  if (wide_is_symbolic (m, v))
    return float_narrow (m, v, out);
  if (!get_number (m, s, v, &x) || (x == x && (double) x != x))
    return false;
  double d = (double) x;
  memcpy (&out->bits, &d, sizeof d);
  *out = word_of (isnan (x) ? ieee_nan (64) : out->bits);
  return true;
}

static step wide_unsupported (machine *m, state *s, const insn *i) {
  cause why = cause_number (WHY_FLOAT_WIDTH, 80);
  why.text[0] =
      i->op == OP_FMATH ? fmath_name ((fmath) i->x) : op_name ((op) i->op);
  return machine_unsupported (m, s, why);
}

/* Comparisons. */

static word wide_compare (machine *m, state *s, unsigned outcomes, word a,
                          word b) {
  word x, y;
  if ((wide_is_symbolic (m, a) || wide_is_symbolic (m, b)) &&
      get_double (m, s, a, &x) && get_double (m, s, b, &y))
    return float_compare (m, 64, outcomes, x, y);
  terms *ts = m->terms;
  term t = wide_term (m, float_number (m, a));
  term u = wide_term (m, float_number (m, b));
  return word_from (ts,
                    float_compare_terms (ts, outcomes, t, u,
                                         term_or (ts, float_nan_test (ts, t),
                                                  float_nan_test (ts, u))));
}

/* The greater or lesser; a number before what is none, and the second one. */
static term wide_extreme (machine *m, state *s, bool is_max, word a, word b) {
  terms *ts = m->terms;
  term x = wide_term (m, a), y = wide_term (m, b);
  word first = wide_compare (m, s, is_max ? FCMP_GT : FCMP_LT, a, b);
  term is_first =
      term_or (ts, word_term (ts, first, 1), float_nan_test (ts, y));
  return term_ite (ts, float_nan_test (ts, x), y,
                   term_ite (ts, is_first, x, y));
}

/* Functions. */

static term wide_classify (terms *ts, term t, uint64_t wanted) {
  term is_nan = float_nan_test (ts, t);
  term size = wide_size (ts, t), low = is_exponent (ts, t, 0);
  term is_zero = term_equal (ts, size, wide_bits (ts, 0, 0));
  term last = is_exponent (ts, t, 0x7fff);
  const term is[4] = {
      is_zero, term_and (ts, low, term_not (ts, is_zero)),
      term_not (ts, term_or (ts, low, term_or (ts, last, is_nan))),
      term_and (ts, last, term_not (ts, is_nan))};
  term res = wanted & 3 ? is_nan : TERM_FALSE, sign = wide_sign (ts, t);
  for (unsigned i = 0; i < 8; i++)
    if (wanted & float_class[i / 4][i % 4])
      res = term_or (
          ts, res,
          term_and (ts, is[i % 4], i / 4 ? sign : term_not (ts, sign)));
  return res;
}

/* By a power of two, where that is a normal number. */
static step wide_scale (machine *m, state *s, const insn *i, word v, word by) {
  long double x;
  if (!float_fix (m, s, &by, 32, "ldexp exponent"))
    return STEP_STOP;
  int32_t n = (int32_t) by.bits;
  if (n > -16382 && n < 16384) {
    word power = {.term = wide_bits (m->terms, (uint64_t) (n + 16383),
                                     UINT64_C (1) << 63)};
    return set_word (s, i, float_apply (m, KIND_FP_MUL, 0, 80, v, power, none));
  }
  return get_number (m, s, v, &x) ? set_number (m, s, i, ldexpl (x, n))
                                  : STEP_STOP;
}

static step wide_power (machine *m, state *s, const insn *i, word v, word by) {
  long double a;
  return get_number (m, s, v, &a) && float_fix (m, s, &by, 32, "exponent")
             ? set_number (m, s, i, powl (a, (int32_t) by.bits))
             : STEP_STOP;
}

static word wide_round (machine *m, fmath f, word v) {
  return float_apply (m, KIND_FP_ROUND, float_rounding (f), 80, v, none, none);
}

/* Functions whose result needs no more digits than their argument, so that
 * both formats give the same. Subnormal numbers of 64 bits are normal here.
 */
static bool is_exact (fmath f, word second) {
  uint64_t wanted = second.bits;
  return float_is_rounding (f) || f == FMATH_LROUND || f == FMATH_LRINT ||
         f == FMATH_FABS ||
         (f == FMATH_IS_CLASS && !((wanted >> 4 ^ wanted >> 3) & 1) &&
          !((wanted >> 7 ^ wanted >> 8) & 1));
}

static step narrow_math (machine *m, state *s, const insn *i, word v) {
  const word arg[3] = {v, slot_get (s, i->b), none};
  word res;
  if (float_math (m, s, (fmath) i->x, 64, arg, &res) == STEP_STOP)
    return STEP_STOP;
  return fmath_gives_float (i->x) ? set_double (m, s, i, res)
                                  : set_word (s, i, res);
}

static step wide_math (machine *m, state *s, const insn *i) {
  terms *ts = m->terms;
  word a = slot_get (s, i->a), b = slot_get (s, i->b), narrow;
  fmath f = (fmath) i->x;
  if (is_exact (f, b) && float_narrow (m, a, &narrow))
    return narrow_math (m, s, i, narrow);
  if (float_is_rounding (f))
    return set_word (s, i, wide_round (m, f, a));
  switch (f) {
  case FMATH_SQRT:
    return set_word (s, i, float_apply (m, KIND_FP_SQRT, 0, 80, a, none, none));
  case FMATH_FMA:
    return set_word (
        s, i, float_apply (m, KIND_FP_FMA, 0, 80, a, b, slot_get (s, i->c)));
  case FMATH_FABS:
    return set_wide (m, s, i, wide_size (ts, wide_term (m, a)));
  case FMATH_COPYSIGN:
    return set_wide (m, s, i,
                     term_concat (ts,
                                  term_extract (ts, 79, 79, wide_term (m, b)),
                                  term_extract (ts, 78, 0, wide_term (m, a))));
  case FMATH_MINNUM:
  case FMATH_MAXNUM:
    return set_wide (m, s, i, wide_extreme (m, s, f == FMATH_MAXNUM, a, b));
  case FMATH_IS_CLASS:
    return set_word (
        s, i, word_from (ts, wide_classify (ts, wide_term (m, a), b.bits)));
  case FMATH_LROUND:
  case FMATH_LRINT:
    return set_word (s, i,
                     float_apply (m, KIND_FP_TO_SINT, 64, 80,
                                  wide_round (m, f, a), none, none));
  case FMATH_LDEXP:
    return wide_scale (m, s, i, a, b);
  case FMATH_POWI:
    return wide_power (m, s, i, a, b);
  default:
    return wide_unsupported (m, s, i);
  }
}

/* Casts. */

static step wide_to_integer (machine *m, state *s, const insn *i, word v) {
  bool is_signed = i->op == OP_FPTOSI;
  word narrow;
  if (i->w > 64)
    return wide_unsupported (m, s, i);
  return set_word (s, i,
                   float_narrow (m, v, &narrow)
                       ? float_cast_to_integer (m, narrow, 64, i->w, is_signed)
                       : float_cast_to_integer (m, v, 80, i->w, is_signed));
}

static step wide_from_integer (machine *m, state *s, const insn *i, word v) {
  bool is_signed = i->op == OP_SITOFP;
  float_chain chain;
  if (i->x > 64)
    return wide_unsupported (m, s, i);
  word narrow = float_cast_integer (m, v, i->x, 64, is_signed);
  if (!word_is_concrete (narrow) && float_chain_of (m->terms, narrow, &chain) &&
      float_is_whole (m->terms, &chain))
    return set_double (m, s, i, narrow);
  return set_word (s, i, float_cast_integer (m, v, i->x, 80, is_signed));
}

static step wide_extend (machine *m, state *s, const insn *i, word v) {
  if (wide_is_symbolic (m, v))
    return set_double (m, s, i, float_convert (m, v, i->x, 64));
  return set_word (s, i, float_convert (m, v, i->x, 80));
}

static step wide_cast (machine *m, state *s, const insn *i) {
  word v = slot_get (s, i->a), narrow;
  switch (i->op) {
  case OP_FPTOSI:
  case OP_FPTOUI:
    return wide_to_integer (m, s, i, v);
  case OP_SITOFP:
  case OP_UITOFP:
    return wide_from_integer (m, s, i, v);
  case OP_FPEXT:
    if (i->w != 80)
      return wide_unsupported (m, s, i);
    return wide_extend (m, s, i, v);
  default:
    assert (i->op == OP_FPTRUNC && i->x == 80);
    return set_word (s, i,
                     float_narrow (m, v, &narrow)
                         ? float_convert (m, narrow, 64, i->w)
                         : float_convert (m, v, 80, i->w));
  }
}

/* As float_modulo. */
static step wide_remainder (machine *m, state *s, const insn *i, word a,
                            word b) {
  terms *ts = m->terms;
  const word arg[3] = {a, b};
  word x, y;
  if ((wide_is_symbolic (m, a) || wide_is_symbolic (m, b)) &&
      get_double (m, s, a, &x) && get_double (m, s, b, &y))
    return set_double (m, s, i, float_modulo (m, 64, x, y));
  term from = wide_term (m, float_number (m, a));
  word size = {.term = wide_size (ts, from)};
  word by = {.term = wide_size (ts, wide_term (m, float_number (m, b)))};
  word rest = float_value (m, KIND_FP_REM, 0, 80, size, by, none);
  word more = float_value (m, KIND_FP_ADD, 0, 80, rest, by, none);
  term t = wide_term (m, rest);
  t = term_ite (ts, wide_sign (ts, t), wide_term (m, more), t);
  t = term_ite (ts, wide_sign (ts, from), wide_negated (ts, t), t);
  return set_word (s, i, float_result (m, 80, (word) {.term = t}, 80, 2, arg));
}

step float_wide (machine *m, state *s, const insn *i) {
  word a = slot_get (s, i->a), b, narrow;
  switch (i->op) {
  case OP_FMATH:
    return wide_math (m, s, i);
  case OP_FNEG:
    if (float_narrow (m, a, &narrow))
      return set_double (m, s, i, float_negate (m, 64, narrow));
    return set_wide (m, s, i, wide_negated (m->terms, wide_term (m, a)));
  case OP_FCMP:
  case OP_FADD:
  case OP_FSUB:
  case OP_FMUL:
  case OP_FDIV:
  case OP_FREM:
    break;
  default:
    return wide_cast (m, s, i);
  }
  b = slot_get (s, i->b);
  if (i->op == OP_FCMP)
    return set_word (s, i, wide_compare (m, s, i->x, a, b));
  assert (i->w == 80);
  const word arg[3] = {a, b};
  if (i->op == OP_FREM)
    return wide_remainder (m, s, i, a, b);
  if (i->op == OP_FSUB) /* but for NaN */
    b.term = wide_negated (m->terms, wide_term (m, float_number (m, b)));
  word res = float_value (m, float_kind ((op) i->op), 0, 80, a, b, none);
  return set_word (s, i, float_result (m, 80, res, 80, 2, arg));
}
