/* Floating point of 80 bits, as x87 has it: long double. It is computed; a
 * symbolic operand is fixed to one value of the path, unless it is a double
 * and nothing is rounded.
 */

#include "machine/floating.h"

#include "base/bits.h"

#include <math.h>

/* Words. */

static bool get_part (machine *m, state *s, term t, unsigned high, unsigned low,
                      uint64_t *out) {
  word v = word_from (m->terms, term_extract (m->terms, high, low, t));
  if (!float_fix (m, s, &v, high - low + 1, "long double"))
    return false;
  *out = v.bits;
  return true;
}

/* A number of 16, 32, 64 or 80 bits; false: the path has ended. */
static bool get_number (machine *m, state *s, word v, unsigned w,
                        long double *out) {
  uint64_t low, high;
  if (float_narrow (m, v, &v))
    w = 64;
  if (w != 80) {
    double x;
    if (!float_fix (m, s, &v, w, "long double"))
      return false;
    uint64_t bits = float_convert (m, v, w, 64).bits;
    memcpy (&x, &bits, sizeof x);
    *out = x;
    return true;
  }
  term t = word_term (m->terms, v, 80);
  if (!get_part (m, s, t, 63, 0, &low) || !get_part (m, s, t, 79, 64, &high))
    return false;
  *out = 0;
  memcpy (out, &low, 8);
  memcpy ((char *) out + 8, &high, 2);
  return true;
}

static word narrow_word (machine *m, unsigned w, long double x) {
  double d = (double) x;
  float f = (float) x; /* rounded once, not by way of double */
  uint64_t bits = 0;
  if (w == 32) {
    memcpy (&bits, &f, sizeof f);
    return word_of (isnan (x) ? ieee_nan (32) : bits);
  }
  memcpy (&bits, &d, sizeof d);
  bits = isnan (x) ? ieee_nan (64) : bits;
  return w == 64 ? word_of (bits) : float_convert (m, word_of (bits), 64, w);
}

static void set_number (machine *m, state *s, uint32_t dst, unsigned w,
                        long double x) {
  static_assert (sizeof (long double) >= 10, "x87 has 80 bits");
  uint64_t low, high = 0;
  if (w != 80) {
    slot_set (s, dst, narrow_word (m, w, x));
    return;
  }
  if (isnan (x))
    x = (long double) NAN;
  memcpy (&low, &x, 8);
  memcpy (&high, (const char *) &x + 8, 2);
  if (isnan (x))
    high &= 0x7fff;
  slot_set_term (m, s, dst,
                 term_concat (m->terms, term_bv (m->terms, 16, high),
                              term_bv (m->terms, 64, low)));
}

/* Numbers that are doubles. */

static bool is_symbolic (machine *m, word v) {
  return !word_is_concrete (v) && !term_is_const (m->terms, v.term);
}

/* As a number of 64 bits, if it is one; a symbolic one is never fixed. */
static bool get_double (machine *m, state *s, word v, word *out) {
  long double x;
  if (is_symbolic (m, v))
    return float_narrow (m, v, out);
  if (!get_number (m, s, v, 80, &x) || (x == x && (double) x != x))
    return false;
  *out = narrow_word (m, 64, x);
  return true;
}

static step set_double (machine *m, state *s, uint32_t dst, word v) {
  double x;
  if (!word_is_concrete (v)) {
    slot_set_term (m, s, dst, float_widen (m, v));
    return STEP_NEXT;
  }
  memcpy (&x, &v.bits, sizeof x);
  set_number (m, s, dst, 80, x);
  return STEP_NEXT;
}

static step double_math (machine *m, state *s, const insn *i, word a, word b) {
  const word arg[3] = {a, b, word_of (0)};
  word res;
  if (float_math (m, s, (fmath) i->x, 64, arg, &res) == STEP_STOP)
    return STEP_STOP;
  if (fmath_gives_float (i->x))
    return set_double (m, s, i->dst, res);
  slot_set (s, i->dst, res);
  return STEP_NEXT;
}

/* Functions whose result needs no more digits than their argument, so that
 * both formats give the same.
 */
static bool is_exact (fmath f) {
  return float_is_rounding (f) || !fmath_gives_float (f) || f == FMATH_FABS ||
         f == FMATH_COPYSIGN;
}

/* Operations. */

static long double compute (unsigned what, long double a, long double b) {
  switch (what) {
  case OP_FADD:
    return a + b;
  case OP_FSUB:
    return a - b;
  case OP_FMUL:
    return a * b;
  case OP_FDIV:
    return a / b;
  case OP_FREM:
    return fmodl (a, b);
  default:
    assert (what == OP_FNEG);
    return -a;
  }
}

static long double (*const ones[]) (long double) = {
    [FMATH_SQRT] = sqrtl,
    [FMATH_FABS] = fabsl,
    [FMATH_FLOOR] = floorl,
    [FMATH_CEIL] = ceill,
    [FMATH_TRUNC] = truncl,
    [FMATH_RINT] = rintl,
    [FMATH_NEARBYINT] = nearbyintl,
    [FMATH_ROUND] = roundl,
    [FMATH_ROUNDEVEN] = rintl,
    [FMATH_SIN] = sinl,
    [FMATH_COS] = cosl,
    [FMATH_EXP] = expl,
    [FMATH_EXP2] = exp2l,
    [FMATH_LOG] = logl,
    [FMATH_LOG2] = log2l,
    [FMATH_LOG10] = log10l,
};

static long double (*const twos[]) (long double, long double) = {
    [FMATH_POW] = powl,
    [FMATH_COPYSIGN] = copysignl,
    [FMATH_MINNUM] = fminl,
    [FMATH_MAXNUM] = fmaxl,
};

static step unsupported (machine *m, state *s, const insn *i) {
  cause why = cause_number (WHY_FLOAT_WIDTH, 80);
  why.text[0] =
      i->op == OP_FMATH ? fmath_name ((fmath) i->x) : op_name ((op) i->op);
  return machine_unsupported (m, s, why);
}

static bool is_class (long double x, uint64_t wanted) {
  unsigned at = x == 0 ? 0 : isinf (x) ? 3 : isnormal (x) ? 2 : 1;
  return wanted & (isnan (x) ? 3 : float_class[signbit (x) != 0][at]);
}

static step math (machine *m, state *s, const insn *i) {
  long double a, b = 0;
  word first = slot_get (s, i->a), second = slot_get (s, i->b), x, y = second;
  if (is_exact ((fmath) i->x) && is_symbolic (m, first) &&
      get_double (m, s, first, &x) &&
      (i->x != FMATH_COPYSIGN || get_double (m, s, second, &y)))
    return double_math (m, s, i, x, y);
  if (!get_number (m, s, first, 80, &a))
    return STEP_STOP;
  if (i->x < sizeof ones / sizeof *ones && ones[i->x]) {
    set_number (m, s, i->dst, 80, ones[i->x](a));
    return STEP_NEXT;
  }
  switch (i->x) {
  case FMATH_IS_CLASS:
    slot_set_bits (s, i->dst, is_class (a, second.bits));
    return STEP_NEXT;
  case FMATH_LROUND:
  case FMATH_LRINT:
    a = i->x == FMATH_LRINT ? rintl (a) : roundl (a);
    slot_set_bits (s, i->dst,
                   a >= -0x1p63L && a < 0x1p63L ? (uint64_t) (int64_t) a
                                                : bits_sign (64));
    return STEP_NEXT;
  case FMATH_LDEXP:
  case FMATH_POWI:
    if (!float_fix (m, s, &second, 32, "exponent"))
      return STEP_STOP;
    set_number (m, s, i->dst, 80,
                i->x == FMATH_LDEXP
                    ? ldexpl (a, (int32_t) second.bits)
                    : powl (a, (long double) (int32_t) second.bits));
    return STEP_NEXT;
  default:
    break;
  }
  if (i->x >= sizeof twos / sizeof *twos || !twos[i->x])
    return unsupported (m, s, i);
  if (!get_number (m, s, second, 80, &b))
    return STEP_STOP;
  set_number (m, s, i->dst, 80, twos[i->x](a, b));
  return STEP_NEXT;
}

/* Casts. */

static uint64_t to_integer (long double x, unsigned w, bool is_signed) {
  x = truncl (x);
  if (!is_signed && w == 64 && x >= 0x1p63L && x < 0x1p64L)
    return (uint64_t) x;
  unsigned by = w < 32 || (w == 32 && is_signed) ? 32 : 64;
  long double limit = by == 32 ? 0x1p31L : 0x1p63L;
  if (!(x >= -limit && x < limit))
    return bits_sign (by) & bits_mask (w);
  return (uint64_t) (int64_t) x & bits_mask (w);
}

/* Without looking at the number: to or from one that is a double. */
static bool cast_double (machine *m, state *s, const insn *i, word v) {
  float_chain chain;
  switch (i->op) {
  case OP_SITOFP:
  case OP_UITOFP:
    v = float_cast_integer (m, v, i->x, 64, i->op == OP_SITOFP);
    if (!float_chain_of (m->terms, v, &chain) ||
        !float_is_whole (m->terms, &chain))
      return false;
    break;
  case OP_FPTOSI:
  case OP_FPTOUI:
    if (!float_narrow (m, v, &v))
      return false;
    v = float_cast_to_integer (m, v, 64, i->w, i->op == OP_FPTOSI);
    slot_set (s, i->dst, v);
    return true;
  default:
    if (i->x == 80 && !float_narrow (m, v, &v))
      return false;
    v = float_convert (m, v, i->x == 80 ? 64 : i->x, i->w == 80 ? 64 : i->w);
    if (i->w == 80)
      break;
    slot_set (s, i->dst, v);
    return true;
  }
  set_double (m, s, i->dst, v);
  return true;
}

static step cast (machine *m, state *s, const insn *i) {
  word v = slot_get (s, i->a);
  long double x;
  bool is_integer = i->op == OP_SITOFP || i->op == OP_UITOFP;
  if ((is_integer ? i->x : i->w) > (is_integer ? 64 : 80))
    return unsupported (m, s, i);
  bool is_wide_integer = !is_integer && i->w > 64 && i->w != 80;
  if (is_symbolic (m, v) && !is_wide_integer && cast_double (m, s, i, v))
    return STEP_NEXT;
  if (is_integer ? !float_fix (m, s, &v, i->x, "long double")
                 : !get_number (m, s, v, i->x, &x))
    return STEP_STOP;
  switch (i->op) {
  case OP_SITOFP:
    x = (long double) bits_signed (v.bits, i->x);
    break;
  case OP_UITOFP:
    x = (long double) v.bits;
    break;
  case OP_FPTOSI:
  case OP_FPTOUI:
    slot_set_bits (s, i->dst, to_integer (x, i->w, i->op == OP_FPTOSI));
    return STEP_NEXT;
  default:
    break;
  }
  set_number (m, s, i->dst, i->w, x);
  return STEP_NEXT;
}

static step float_wide_compare (machine *m, state *s, const insn *i) {
  long double a, b;
  word first = slot_get (s, i->a), second = slot_get (s, i->b), x, y;
  if ((is_symbolic (m, first) || is_symbolic (m, second)) &&
      get_double (m, s, first, &x) && get_double (m, s, second, &y)) {
    slot_set (s, i->dst, float_compare (m, 64, i->x, x, y));
    return STEP_NEXT;
  }
  if (!get_number (m, s, first, 80, &a) || !get_number (m, s, second, 80, &b))
    return STEP_STOP;
  unsigned is = isnan (a) || isnan (b) ? FCMP_UNORDERED
                : a < b                ? FCMP_LT
                : a > b                ? FCMP_GT
                                       : FCMP_EQ;
  slot_set_bits (s, i->dst, (i->x & is) != 0);
  return STEP_NEXT;
}

step float_wide (machine *m, state *s, const insn *i) {
  long double a, b = 0;
  word x;
  switch (i->op) {
  case OP_FCMP:
    return float_wide_compare (m, s, i);
  case OP_FMATH:
    return math (m, s, i);
  case OP_FADD:
  case OP_FSUB:
  case OP_FMUL:
  case OP_FDIV:
  case OP_FREM:
  case OP_FNEG:
    break;
  default:
    return cast (m, s, i);
  }
  assert (i->w == 80);
  if (i->op == OP_FNEG && float_narrow (m, slot_get (s, i->a), &x))
    return set_double (m, s, i->dst, float_negate (m, 64, x));
  if (!get_number (m, s, slot_get (s, i->a), 80, &a) ||
      (i->op != OP_FNEG && !get_number (m, s, slot_get (s, i->b), 80, &b)))
    return STEP_STOP;
  set_number (m, s, i->dst, 80, compute (i->op, a, b));
  return STEP_NEXT;
}
