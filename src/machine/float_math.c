/* Mathematical functions of 32 and 64 bits. Those that are exactly defined
 * are terms when symbolic; the others, from libm, are computed only.
 */

#include "machine/floating.h"

#include "base/bits.h"
#include "term/unset.h"

#include <math.h>

static const char *const names[] = {
#define X(NAME, ARITY) #NAME,
    FMATHS (X)
#undef X
};

static const char *const arguments[] = {
#define X(NAME, ARITY) #NAME " argument",
    FMATHS (X)
#undef X
};

const char *fmath_name (fmath f) {
  assert (f < sizeof names / sizeof *names);
  return names[f];
}

/* An equation about the integer that a number comes from is easier for solvers
 * than one about the number.
 */
bool float_fix (machine *m, state *s, word *v, unsigned w, const char *why) {
  if (v->term.id) /* zero for inputs for which it was never set */
    *v = word_from (m->terms, unset_clean (m->unset, v->term));
  if (word_is_concrete (*v))
    return true;
  uint64_t bits;
  float_chain chain;
  bool has_root = float_chain_of (m->terms, *v, &chain);
  term t = has_root ? chain.root : word_term (m->terms, *v, w);
  if (!m->chooser->value (m->chooser, s, t, true, why, &bits)) {
    if (s->end.kind == END_NONE)
      machine_cut (m, s, cause_about (WHY_NO_VALUE, why));
    return false;
  }
  assert (w <= 64);
  *v = word_of (has_root ? float_chain_value (m->terms, &chain, bits) : bits);
  return true;
}

/* Of libm, where that is not called (program/libc.c): of several numbers in one
 * operation, and without a library.
 */

static double (*const natives[]) (double) = {
    [FMATH_SIN] = sin,    [FMATH_COS] = cos, [FMATH_EXP] = exp,
    [FMATH_EXP2] = exp2,  [FMATH_LOG] = log, [FMATH_LOG2] = log2,
    [FMATH_LOG10] = log10};

static step compute (machine *m, state *s, fmath f, unsigned w,
                     const word arg[3], word *out) {
  word a = arg[0], b = f == FMATH_POW ? arg[1] : word_of (0);
  double x, y;
  if (!float_fix (m, s, &a, w, arguments[f]) ||
      !float_fix (m, s, &b, w, arguments[f]))
    return STEP_STOP;
  a = float_convert (m, a, w, 64);
  b = float_convert (m, b, w, 64);
  memcpy (&x, &a.bits, sizeof x);
  memcpy (&y, &b.bits, sizeof y);
  x = f == FMATH_POW ? pow (x, y) : natives[f](x);
  memcpy (&a.bits, &x, sizeof x);
  *out = float_convert (m, a, 64, w);
  return STEP_NEXT;
}

/* Signs. */

word float_copysign (machine *m, unsigned w, word a, word b) {
  word size = float_and (m, w, a, bits_mask (w - 1));
  word sign = float_and (m, w, b, bits_sign (w));
  kind k = word_is_concrete (sign) ? KIND_BV_XOR : KIND_BV_OR;
  return float_bits (m, k, w, size, sign);
}

/* Least and greatest. */

/* Of minnum and maxnum, as the processor is used for them: of zeros that are
 * equal the first one; what is NaN is left out before it is looked at, and the
 * second operand where both are. The others order zeros and pass NaN on.
 */
static word least (machine *m, unsigned w, fmath f, word a, word b) {
  bool is_max = f == FMATH_MAXNUM || f == FMATH_MAXIMUM;
  bool is_strict = f == FMATH_MINIMUM || f == FMATH_MAXIMUM;
  word x = float_number (m, a), y = float_number (m, b);
  unsigned before = is_max ? FCMP_GT : FCMP_LT;
  word res =
      float_select (m, w, float_compare (m, w, before | FCMP_EQ, x, y), x, y);
  if (is_strict)
    res = float_select (
        m, w, float_compare (m, w, FCMP_EQ, x, y),
        float_bits (m, is_max ? KIND_BV_AND : KIND_BV_OR, w, x, y), res);
  return float_select (
      m, w, float_is_nan (m, w, x), is_strict ? a : b,
      float_select (m, w, float_is_nan (m, w, y), is_strict ? b : a, res));
}

/* Integers. */

static word rounded (machine *m, unsigned w, ieee_rounding mode, word v) {
  return float_apply (m, KIND_FP_ROUND, mode, w, v, word_of (0), word_of (0));
}

bool float_is_rounding (fmath f) {
  return f >= FMATH_FLOOR && f <= FMATH_ROUNDEVEN;
}

static const uint8_t modes[] = {
    [FMATH_FLOOR] = IEEE_DOWN,     [FMATH_CEIL] = IEEE_UP,
    [FMATH_TRUNC] = IEEE_ZERO,     [FMATH_RINT] = IEEE_EVEN,
    [FMATH_NEARBYINT] = IEEE_EVEN, [FMATH_ROUND] = IEEE_AWAY,
    [FMATH_ROUNDEVEN] = IEEE_EVEN, [FMATH_LROUND] = IEEE_AWAY,
    [FMATH_LRINT] = IEEE_EVEN};

ieee_rounding float_rounding (fmath f) {
  assert (float_is_rounding (f) || f == FMATH_LROUND || f == FMATH_LRINT);
  return (ieee_rounding) modes[f];
}

/* The power of two as a number, if it is a normal one. */
static bool power_of_two (unsigned w, int64_t exponent, uint64_t *out) {
  int64_t bias = w == 32 ? 127 : 1023;
  if (exponent < 1 - bias || exponent > bias)
    return false;
  *out = (uint64_t) (exponent + bias) << ieee_fraction (w);
  return true;
}

static step scale (machine *m, state *s, unsigned w, word v, word by,
                   word *out) {
  uint64_t power = 0;
  if (!float_fix (m, s, &by, 32, "ldexp exponent"))
    return STEP_STOP;
  int32_t exponent = (int32_t) by.bits;
  bool is_product = power_of_two (w, exponent, &power);
  if (!is_product && !float_fix (m, s, &v, w, "ldexp argument"))
    return STEP_STOP;
  if (!word_is_concrete (v)) {
    *out = float_apply (m, KIND_FP_MUL, 0, w, v, word_of (power), word_of (0));
    return STEP_NEXT;
  }
  uint64_t bits = float_convert (m, v, w, 64).bits;
  double x;
  memcpy (&x, &bits, sizeof x);
  if (w == 32) {
    float y = ldexpf ((float) x, exponent);
    uint32_t low;
    memcpy (&low, &y, sizeof low);
    *out = word_of (low);
    return STEP_NEXT;
  }
  x = ldexp (x, exponent);
  memcpy (&bits, &x, sizeof bits);
  *out = word_of (bits);
  return STEP_NEXT;
}

/* By squaring, as the compiler's runtime does. */
static step power (machine *m, state *s, unsigned w, word v, word by,
                   word *out) {
  const word none = word_of (0);
  word one = word_of (w == 32 ? 0x3f800000 : 0x3ff0000000000000);
  if (!float_fix (m, s, &by, 32, "powi exponent"))
    return STEP_STOP;
  int32_t n = (int32_t) by.bits;
  word res = one;
  for (uint32_t left = n < 0 ? -(uint32_t) n : (uint32_t) n;; left >>= 1) {
    if (left & 1)
      res = float_apply (m, KIND_FP_MUL, 0, w, res, v, none);
    if (left <= 1)
      break;
    v = float_apply (m, KIND_FP_MUL, 0, w, v, v, none);
  }
  *out = n < 0 ? float_apply (m, KIND_FP_DIV, 0, w, one, res, none) : res;
  return STEP_NEXT;
}

/* Classes: the bits of llvm.is.fpclass, by magnitude. Those of numbers that are
 * none have no sign.
 */
#define CLASSES 6
const unsigned float_class[2][CLASSES] = {{64, 128, 256, 512, 1, 2},
                                          {32, 16, 8, 4, 1, 2}};

/* Zero, subnormal, normal, infinite, signaling, quiet: each begins here. */
static uint64_t class_edge (unsigned w, unsigned which) {
  uint64_t inf = ieee_infinity (w);
  const uint64_t edges[CLASSES + 1] = {0,
                                       1,
                                       (uint64_t) 1 << ieee_fraction (w),
                                       inf,
                                       inf + 1,
                                       ieee_nan (w),
                                       bits_sign (w)};
  return edges[which];
}

static unsigned concrete_class (unsigned w, uint64_t bits) {
  uint64_t size = bits & bits_mask (w - 1);
  unsigned i = 0;
  while (size >= class_edge (w, i + 1))
    i++;
  assert (i < CLASSES);
  return float_class[(bits & bits_sign (w)) != 0][i];
}

static term in_class (machine *m, unsigned w, bool minus, unsigned i, term v) {
  terms *ts = m->terms;
  term low = term_bv (ts, w, class_edge (w, i));
  term high = term_bv (ts, w, class_edge (w, i + 1) - 1);
  term size =
      term_binary (ts, KIND_BV_AND, v, term_bv (ts, w, bits_mask (w - 1)));
  term is = term_and (ts, term_binary (ts, KIND_BV_ULE, low, size),
                      term_binary (ts, KIND_BV_ULE, size, high));
  if (float_class[0][i] == float_class[1][i])
    return is;
  term sign = term_equal (ts, term_extract (ts, w - 1, w - 1, v),
                          term_bv (ts, 1, minus));
  return term_and (ts, is, sign);
}

static word float_math_classify (machine *m, unsigned w, word v,
                                 uint64_t wanted) {
  if (word_is_concrete (v))
    return word_of ((concrete_class (w, v.bits) & wanted) != 0);
  term res = TERM_FALSE, t = word_term (m->terms, v, w);
  for (unsigned i = 0; i < 2 * CLASSES; i++)
    if (wanted & float_class[i / CLASSES][i % CLASSES])
      res =
          term_or (m->terms, res, in_class (m, w, i / CLASSES, i % CLASSES, t));
  return word_from (m->terms, res);
}

step float_math (machine *m, state *s, fmath f, unsigned w, const word arg[3],
                 word *out) {
  const word none = word_of (0), a = arg[0], b = arg[1];
  assert (w == 32 || w == 64);
  if (float_is_rounding (f)) {
    *out = rounded (m, w, (ieee_rounding) modes[f], a);
    return STEP_NEXT;
  }
  switch (f) {
  case FMATH_SQRT:
    *out = float_apply (m, KIND_FP_SQRT, 0, w, a, none, none);
    break;
  case FMATH_FABS:
    *out = float_and (m, w, a, bits_mask (w - 1));
    break;
  case FMATH_LROUND:
  case FMATH_LRINT:
    *out = float_to_integer (m, rounded (m, w, (ieee_rounding) modes[f], a), w,
                             64);
    break;
  case FMATH_COPYSIGN:
    *out = float_copysign (m, w, a, b);
    break;
  case FMATH_MINNUM:
  case FMATH_MAXNUM:
  case FMATH_MINIMUM:
  case FMATH_MAXIMUM:
    *out = least (m, w, f, a, b);
    break;
  case FMATH_FMA:
    *out = float_apply (m, KIND_FP_FMA, 0, w, a, b, arg[2]);
    break;
  case FMATH_IS_CLASS:
    assert (word_is_concrete (b)); /* an immediate */
    *out = float_math_classify (
        m, w, (b.bits & 3) % 3 ? a : float_number (m, a), b.bits);
    break;
  case FMATH_CANONICALIZE:
    *out = float_result (m, w, float_number (m, a), w, 1, arg);
    break;
  case FMATH_POWI:
    return power (m, s, w, a, b, out);
  case FMATH_LDEXP:
    return scale (m, s, w, a, b, out);
  default:
    return compute (m, s, f, w, arg, out);
  }
  return STEP_NEXT;
}
