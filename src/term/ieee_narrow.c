/* Rounding in any direction, to formats that the processor may not have. */

#include "term/ieee.h"

#include "base/bits.h"

#include <fenv.h>
#include <math.h>

/* The compiler does not know that arithmetic depends on the direction. */
static long double compute_towards (int direction, kind k,
                                    const long double arg[3], bool *exact) {
  volatile long double a = arg[0], b = arg[1], c = arg[2], x;
  fesetround (direction);
  feclearexcept (FE_INEXACT);
  x = ieee_compute_wide (k, IEEE_EVEN, (const long double[]) {a, b, c});
  *exact = !fetestexcept (FE_INEXACT);
  fesetround (FE_TONEAREST);
  return x;
}

/* Differences that are nothing have the sign of the direction. */
long double ieee_to_odd (kind k, uint64_t mode, const long double arg[3]) {
  bool exact;
  long double x = compute_towards (FE_TOWARDZERO, k, arg, &exact);
  if (exact && x == 0 && mode == IEEE_DOWN)
    return compute_towards (FE_DOWNWARD, k, arg, &exact);
  uint64_t digits;
  memcpy (&digits, &x, sizeof digits);
  digits |= !exact;
  memcpy (&x, &digits, sizeof digits);
  return x;
}

/* 'behind' are the digits behind the last one that is kept, from the top. */
static bool rounds_away (uint64_t mode, bool is_negative, bool is_odd,
                         uint64_t behind) {
  const uint64_t half = UINT64_C (1) << 63;
  switch (mode) {
  case IEEE_EVEN:
    return behind > half || (behind == half && is_odd);
  case IEEE_AWAY:
    return behind >= half;
  case IEEE_UP:
    return behind && !is_negative;
  case IEEE_DOWN:
    return behind && is_negative;
  default:
    return false;
  }
}

/* Exponent and fraction are one integer, to which rounding up adds one. */
static uint64_t narrow_size (unsigned w, uint64_t mode, bool is_negative,
                             long double size) {
  int fraction = (int) ieee_fraction (w),
      last = (1 << ((int) w - 1 - fraction)) - 1;
  int e;
  uint64_t digits = (uint64_t) ldexpl (frexpl (size, &e), 64);
  e += last / 2 - 1;
  if (e >= last) /* as if it were half more than the largest one */
    return ieee_infinity (w) -
           !rounds_away (mode, is_negative, true, UINT64_C (1) << 63);
  int drop = 63 - fraction + (e < 1 ? 1 - e : 0);
  uint64_t kept = drop < 64 ? digits >> drop : 0;
  uint64_t behind = drop < 64 ? digits << (64 - drop) : drop == 64 ? digits : 1;
  kept += (uint64_t) (e < 1 ? 0 : e - 1) << fraction;
  return kept + rounds_away (mode, is_negative, kept & 1, behind);
}

uint64_t ieee_narrow (unsigned w, uint64_t mode, long double x) {
  bool is_negative = signbit (x);
  uint64_t sign = is_negative ? bits_sign (w) : 0;
  if (isnan (x))
    return ieee_nan (w);
  if (isinf (x))
    return sign | ieee_infinity (w);
  return x == 0 ? sign : sign | narrow_size (w, mode, is_negative, fabsl (x));
}
