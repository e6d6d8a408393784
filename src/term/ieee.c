#include "term/ieee.h"

#include "base/bits.h"

#include <math.h>

/* Sorts. */

static bool is_format (unsigned width) { return width == 32 || width == 64; }

static bool is_float (const terms *ts, term t) {
  sort s = term_sort (ts, t);
  return sort_is_bv (s) && is_format (sort_width (s));
}

static bool converts (uint64_t from, uint64_t to) {
  return from != to && (from == 16 || from == 32 || from == 64) &&
         (to == 16 || to == 32 || to == 64);
}

sort ieee_sort (const terms *ts, const draft *d) {
  sort s = term_sort (ts, d->arg[0]);
  uint64_t to = d->payload;
  switch (d->kind) {
  case KIND_FP_ROUND:
    return is_float (ts, d->arg[0]) && to < IEEE_ROUNDINGS ? s : SORT_NONE;
  case KIND_FP_CONVERT:
    if (!sort_is_bv (s) || !converts (sort_width (s), to))
      return SORT_NONE;
    return sort_bv ((unsigned) to);
  case KIND_FP_FROM_SINT:
  case KIND_FP_FROM_UINT:
  case KIND_FP_TO_SINT:
    return is_float (ts, d->arg[0]) && (to == 32 || to == 64)
               ? sort_bv ((unsigned) to)
               : SORT_NONE;
  default:
    break;
  }
  for (unsigned i = 0; i < kind_table[d->kind].arity; i++)
    if (!is_float (ts, d->arg[i]) || !sort_eq (s, term_sort (ts, d->arg[i])))
      return SORT_NONE;
  return s;
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

static uint64_t of_half (half x) {
  uint16_t bits;
  memcpy (&bits, &x, sizeof bits);
  return ieee_is_nan (16, bits) ? ieee_nan (16) : bits;
}

static double round_double (double x, uint64_t mode) {
  switch (mode) {
  case IEEE_EVEN:
    return rint (x);
  case IEEE_AWAY:
    return round (x);
  case IEEE_UP:
    return ceil (x);
  case IEEE_DOWN:
    return floor (x);
  default:
    return trunc (x);
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
    return remainder (a, b);
  case KIND_FP_SQRT:
    return sqrt (a);
  case KIND_FP_FMA:
    return fma (a, b, c);
  default:
    assert (k == KIND_FP_ROUND);
    return round_double (a, payload);
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

/* Through double, which has every value of the narrower formats. */
static uint64_t convert (unsigned from, uint64_t to, uint64_t bits) {
  assert (converts (from, to)); /* ieee_sort lets no other through */
  double x = from == 16   ? from_half (bits)
             : from == 32 ? (double) to_float (bits)
                          : to_double (bits);
  if (to == 16)
    return isnan (x) ? ieee_nan (16) : of_half ((half) x);
  return to == 32 ? of_float ((float) x) : of_double (x);
}

static uint64_t to_integer (double x, uint64_t to) {
  assert (is_format ((unsigned) to));
  const double limit = to == 32 ? 0x1p31 : 0x1p63;
  x = trunc (x);
  if (!(x >= -limit && x < limit))
    return bits_sign ((unsigned) to);
  return (uint64_t) (int64_t) x & bits_mask ((unsigned) to);
}

uint64_t ieee_apply (kind k, unsigned w, uint64_t payload, uint64_t a,
                     uint64_t b, uint64_t c) {
  assert (kind_is_float (k) && (w == 16 || is_format (w)));
  switch (k) {
  case KIND_FP_CONVERT:
    return convert (w, payload, a);
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
