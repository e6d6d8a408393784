#include "term/ieee.h"

#include "base/bits.h"

#include <math.h>

/* Sorts. */

static bool is_integer_width (uint64_t width) {
  return width == 32 || width == 64;
}

static bool is_format (uint64_t width) {
  return width == 16 || is_integer_width (width) || width == 80;
}

static bool has_width (const terms *ts, term t, bool (*is) (uint64_t)) {
  sort s = term_sort (ts, t);
  return sort_is_bv (s) && is (sort_width (s));
}

static bool is_float (const terms *ts, term t) {
  return has_width (ts, t, is_format);
}

static bool rounds (uint64_t mode, unsigned to) {
  return mode < IEEE_ROUNDINGS && (to != 80 || mode == IEEE_EVEN);
}

/* Of what is converted to the target in the payload. */
static sort target_sort (const terms *ts, const draft *d) {
  sort from = term_sort (ts, d->arg[0]);
  unsigned to = ieee_target_width (d->payload);
  uint64_t mode = ieee_mode (d->kind, d->payload);
  bool ok;
  if (d->kind == KIND_FP_TO_SINT)
    ok = is_float (ts, d->arg[0]) && sort_width (from) != 16 &&
         is_integer_width (d->payload);
  else if (d->kind == KIND_FP_CONVERT)
    ok = is_float (ts, d->arg[0]) && sort_width (from) != to &&
         is_format (to) && rounds (mode, to);
  else
    ok = has_width (ts, d->arg[0], is_integer_width) && is_format (to) &&
         rounds (mode, to);
  return ok ? sort_bv (to) : SORT_NONE;
}

sort ieee_sort (const terms *ts, const draft *d) {
  if (ieee_has_target (d->kind))
    return target_sort (ts, d);
  sort s = term_sort (ts, d->arg[0]);
  for (unsigned i = 0; i < kind_table[d->kind].arity; i++)
    if (!is_float (ts, d->arg[i]) || !sort_eq (s, term_sort (ts, d->arg[i])))
      return SORT_NONE;
  bool ok = d->kind == KIND_FP_ROUND ? d->payload < IEEE_ROUNDINGS
            : d->kind == KIND_FP_REM ? !d->payload
                                     : rounds (d->payload, sort_width (s));
  return ok ? s : SORT_NONE;
}

/* Of wider ones than 64 bits the lowest are cut out instead of masked. */
term ieee_order (terms *ts, term t) {
  unsigned w = term_width (ts, t);
  term sign =
      term_equal (ts, term_extract (ts, w - 1, w - 1, t), term_bv (ts, 1, 1));
  term size = w <= 64 ? term_binary (ts, KIND_BV_AND, t,
                                     term_bv (ts, w, bits_mask (w - 1)))
                      : term_zext (ts, 1, term_extract (ts, w - 2, 0, t));
  return term_ite (ts, sign, term_unary (ts, KIND_BV_NEG, size), size);
}

/* Values. The machine's own arithmetic rounds to nearest. */

__extension__ typedef _Float16 half;

static float to_float (uint64_t bits) {
  uint32_t low = (uint32_t) bits;
  float x;
  memcpy (&x, &low, sizeof x);
  return x;
}

static double to_double (uint64_t bits) {
  double x;
  memcpy (&x, &bits, sizeof x);
  return x;
}

static double from_half (uint64_t bits) {
  uint16_t low = (uint16_t) bits;
  half x;
  memcpy (&x, &low, sizeof x);
  return (double) x;
}

static uint64_t of_float (float x) {
  uint32_t bits;
  if (isnan (x))
    return ieee_nan (32);
  memcpy (&bits, &x, sizeof bits);
  return bits;
}

static uint64_t of_double (double x) {
  uint64_t bits;
  if (isnan (x))
    return ieee_nan (64);
  memcpy (&bits, &x, sizeof bits);
  return bits;
}

static long double round_wide (long double x, uint64_t mode) {
  switch (mode) {
  case IEEE_EVEN:
    return rintl (x);
  case IEEE_AWAY:
    return roundl (x);
  case IEEE_UP:
    return ceill (x);
  case IEEE_DOWN:
    return floorl (x);
  default:
    return truncl (x);
  }
}

static double ieee_compute (kind k, uint64_t payload, double a, double b,
                            double c) {
  switch (k) {
  case KIND_FP_ADD:
    return a + b;
  case KIND_FP_MUL:
    return a * b;
  case KIND_FP_DIV:
    return a / b;
  case KIND_FP_REM:
    return (double) remainderl (a, b); /* glibc's other one errs in zeros */
  case KIND_FP_SQRT:
    return sqrt (a);
  case KIND_FP_FMA:
    return fma (a, b, c);
  default:
    assert (k == KIND_FP_ROUND);
    return (double) round_wide (a, payload);
  }
}

/* A double has more than twice the bits of a float, so that rounding to it
 * first changes nothing but for FMA.
 */
static uint64_t ieee_compute_float (kind k, uint64_t payload, float a, float b,
                                    float c) {
  return of_float (k == KIND_FP_FMA
                       ? fmaf (a, b, c)
                       : (float) ieee_compute (k, payload, a, b, c));
}

static uint64_t to_integer (double x, uint64_t to) {
  assert (is_integer_width (to));
  const double limit = to == 32 ? 0x1p31 : 0x1p63;
  x = trunc (x);
  if (!(x >= -limit && x < limit))
    return bits_sign ((unsigned) to);
  return (uint64_t) (int64_t) x & bits_mask ((unsigned) to);
}

/* What the processor rounds by itself. */
static bool is_native (kind k, unsigned w, uint64_t payload) {
  return w != 16 && (k == KIND_FP_ROUND || !ieee_mode (k, payload)) &&
         (!ieee_has_target (k) || ieee_target_width (payload) != 16);
}

static long double number_of_word (unsigned w, uint64_t bits) {
  return w == 16   ? from_half (bits)
         : w == 32 ? (long double) to_float (bits)
                   : to_double (bits);
}

static uint64_t apply_rounded (kind k, unsigned w, uint64_t payload,
                               const uint64_t arg[3]) {
  uint64_t mode = ieee_mode (k, payload);
  unsigned to = ieee_has_target (k) ? ieee_target_width (payload) : w;
  if (k == KIND_FP_FROM_SINT)
    return ieee_narrow (to, mode, (long double) bits_signed (arg[0], w));
  if (k == KIND_FP_FROM_UINT)
    return ieee_narrow (to, mode, (long double) arg[0]);
  long double a[3];
  for (unsigned i = 0; i < 3; i++)
    a[i] = i < kind_table[k].arity ? number_of_word (w, arg[i]) : 0;
  if (k == KIND_FP_ROUND)
    a[0] = round_wide (a[0], mode);
  else if (k != KIND_FP_CONVERT)
    a[0] = ieee_to_odd (k, mode, a);
  return ieee_narrow (to, mode, a[0]);
}

uint64_t ieee_apply (kind k, unsigned w, uint64_t payload, uint64_t a,
                     uint64_t b, uint64_t c) {
  assert (kind_is_float (k) && (w == 16 || is_integer_width (w)));
  if (!is_native (k, w, payload))
    return apply_rounded (k, w, payload, (const uint64_t[]) {a, b, c});
  switch (k) {
  case KIND_FP_CONVERT:
    return payload == 32 ? of_float ((float) to_double (a))
                         : of_double ((double) to_float (a));
  case KIND_FP_FROM_SINT:
    return payload == 32 ? of_float ((float) bits_signed (a, w))
                         : of_double ((double) bits_signed (a, w));
  case KIND_FP_FROM_UINT:
    return payload == 32 ? of_float ((float) a) : of_double ((double) a);
  case KIND_FP_TO_SINT:
    return to_integer (w == 32 ? (double) to_float (a) : to_double (a),
                       payload);
  default:
    break;
  }
  if (w == 32)
    return ieee_compute_float (k, payload, to_float (a), to_float (b),
                               to_float (c));
  return of_double (
      ieee_compute (k, payload, to_double (a), to_double (b), to_double (c)));
}

/* Of 80 bits, by the processor's own. */

static long double number_of (arena *m, unsigned w, num bits) {
  uint64_t low = num_u64 (bits), high;
  if (w != 80)
    return number_of_word (w, low);
  static_assert (sizeof (long double) >= 10, "x87 has 80 bits");
  long double x = 0;
  high = num_u64 (num_shr (m, bits, 64));
  if ((high & 0x7fff) && !(low >> 63))
    return (long double) NAN;
  memcpy (&x, &low, 8);
  memcpy ((char *) &x + 8, &high, 2);
  return x;
}

static num bits_of_number (arena *m, unsigned w, uint64_t mode, long double x) {
  uint64_t low, high = 0x7fff;
  if (w != 80)
    return num_of_u64 (m, ieee_narrow (w, mode, x));
  if (isnan (x))
    low = UINT64_C (3) << 62;
  else {
    memcpy (&low, &x, 8);
    memcpy (&high, (const char *) &x + 8, 2);
  }
  return num_or (m, num_shl (m, num_of_u64 (m, high & 0xffff), 64),
                 num_of_u64 (m, low));
}

long double ieee_compute_wide (kind k, uint64_t payload,
                               const long double arg[3]) {
  switch (k) {
  case KIND_FP_ADD:
    return arg[0] + arg[1];
  case KIND_FP_MUL:
    return arg[0] * arg[1];
  case KIND_FP_DIV:
    return arg[0] / arg[1];
  case KIND_FP_SQRT:
    return sqrtl (arg[0]);
  case KIND_FP_REM:
    return remainderl (arg[0], arg[1]);
  case KIND_FP_FMA:
    return fmal (arg[0], arg[1], arg[2]);
  default:
    assert (k == KIND_FP_ROUND);
    return round_wide (arg[0], payload);
  }
}

num ieee_apply_wide (arena *m, kind k, unsigned w, uint64_t payload,
                     const num arg[3]) {
  unsigned to = ieee_has_target (k) ? ieee_target_width (payload) : w;
  uint64_t mode = ieee_mode (k, payload);
  assert (kind_is_float (k) && (w == 80 || to == 80));
  if (k == KIND_FP_FROM_UINT)
    return bits_of_number (m, to, mode, (long double) num_u64 (arg[0]));
  if (k == KIND_FP_FROM_SINT)
    return bits_of_number (m, to, mode,
                           (long double) bits_signed (num_u64 (arg[0]), w));
  long double a = number_of (m, w, arg[0]);
  if (k == KIND_FP_CONVERT)
    return bits_of_number (m, to, mode, a);
  if (k == KIND_FP_TO_SINT) {
    const long double limit = payload == 32 ? 0x1p31L : 0x1p63L;
    a = truncl (a);
    return num_of_u64 (m, a >= -limit && a < limit
                              ? (uint64_t) (int64_t) a &
                                    bits_mask ((unsigned) payload)
                              : bits_sign ((unsigned) payload));
  }
  const long double all[3] = {a, number_of (m, w, arg[1]),
                              number_of (m, w, arg[2])};
  return bits_of_number (m, w, IEEE_EVEN, ieee_compute_wide (k, payload, all));
}
