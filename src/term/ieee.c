#include "term/ieee.h"

#include "base/bits.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

static uint64_t apply_float (kind k, uint64_t payload, float a, float b,
                             float c) {
  switch (k) {
  case KIND_FP_ADD:
    return of_float (a + b);
  case KIND_FP_MUL:
    return of_float (a * b);
  case KIND_FP_DIV:
    return of_float (a / b);
  case KIND_FP_REM:
    return of_float (remainderf (a, b));
  case KIND_FP_SQRT:
    return of_float (sqrtf (a));
  case KIND_FP_FMA:
    return of_float (fmaf (a, b, c));
  case KIND_FP_ROUND:
    return of_float ((float) round_double (a, payload));
  default:
    abort ();
  }
}

static uint64_t apply_double (kind k, uint64_t payload, double a, double b,
                              double c) {
  switch (k) {
  case KIND_FP_ADD:
    return of_double (a + b);
  case KIND_FP_MUL:
    return of_double (a * b);
  case KIND_FP_DIV:
    return of_double (a / b);
  case KIND_FP_REM:
    return of_double (remainder (a, b));
  case KIND_FP_SQRT:
    return of_double (sqrt (a));
  case KIND_FP_FMA:
    return of_double (fma (a, b, c));
  case KIND_FP_ROUND:
    return of_double (round_double (a, payload));
  default:
    abort ();
  }
}

/* Through double, which has every value of the narrower formats. */
static uint64_t convert (unsigned from, uint64_t to, uint64_t bits) {
  double x = from == 16   ? from_half (bits)
             : from == 32 ? (double) to_float (bits)
                          : to_double (bits);
  if (to == 16)
    return isnan (x) ? ieee_nan (16) : of_half ((half) x);
  return to == 32 ? of_float ((float) x) : of_double (x);
}

static uint64_t to_integer (double x, uint64_t to) {
  const double limit = to == 32 ? 0x1p31 : 0x1p63;
  x = trunc (x);
  if (!(x >= -limit && x < limit))
    return bits_sign ((unsigned) to);
  return (uint64_t) (int64_t) x & bits_mask ((unsigned) to);
}

static uint64_t of_signed (int64_t x, uint64_t to) {
  return to == 32 ? of_float ((float) x) : of_double ((double) x);
}

static uint64_t of_unsigned (uint64_t x, uint64_t to) {
  return to == 32 ? of_float ((float) x) : of_double ((double) x);
}

uint64_t ieee_apply (kind k, unsigned w, uint64_t payload, uint64_t a,
                     uint64_t b, uint64_t c) {
  switch (k) {
  case KIND_FP_CONVERT:
    return convert (w, payload, a);
  case KIND_FP_FROM_SINT:
    return of_signed (bits_signed (a, w), payload);
  case KIND_FP_FROM_UINT:
    return of_unsigned (a, payload);
  case KIND_FP_TO_SINT:
    return to_integer (w == 32 ? (double) to_float (a) : to_double (a),
                       payload);
  default:
    break;
  }
  if (w == 32)
    return apply_float (k, payload, to_float (a), to_float (b), to_float (c));
  return apply_double (k, payload, to_double (a), to_double (b), to_double (c));
}
