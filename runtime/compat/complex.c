/* What compilers call for a product or a quotient of complex numbers, as the
 * C standard's annex G wants it: infinities survive although the naive sums
 * are not numbers.
 */

#include <math.h>

#define PART(T, X) ((T) copysign (isinf (X) ? 1 : 0, X))
#define ZERO_OF_NAN(X) \
  if (isnan (X)) \
  X = copysign (0, X)

#define COMPLEX(T, MUL, DIV) \
  _Complex T MUL (T a, T b, T c, T d) { \
    T ac = a * c, bd = b * d, ad = a * d, bc = b * c; \
    T x = ac - bd, y = ad + bc; \
    if (isnan (x) && isnan (y)) { \
      int again = 0; \
      if (isinf (a) || isinf (b)) { \
        a = PART (T, a), b = PART (T, b), again = 1; \
        ZERO_OF_NAN (c); \
        ZERO_OF_NAN (d); \
      } \
      if (isinf (c) || isinf (d)) { \
        c = PART (T, c), d = PART (T, d), again = 1; \
        ZERO_OF_NAN (a); \
        ZERO_OF_NAN (b); \
      } \
      if (!again && (isinf (ac) || isinf (bd) || isinf (ad) || isinf (bc))) { \
        again = 1; \
        ZERO_OF_NAN (a); \
        ZERO_OF_NAN (b); \
        ZERO_OF_NAN (c); \
        ZERO_OF_NAN (d); \
      } \
      if (again) { \
        x = (T) INFINITY * (a * c - b * d); \
        y = (T) INFINITY * (a * d + b * c); \
      } \
    } \
    return __builtin_complex (x, y); \
  } \
  _Complex T DIV (T a, T b, T c, T d) { \
    int scale = 0; \
    T size = logbl (fmaxl (fabsl (c), fabsl (d))); \
    if (isfinite (size)) { \
      scale = (int) size; \
      c = scalbnl (c, -scale), d = scalbnl (d, -scale); \
    } \
    T norm = c * c + d * d; \
    T x = scalbnl ((a * c + b * d) / norm, -scale); \
    T y = scalbnl ((b * c - a * d) / norm, -scale); \
    if (isnan (x) && isnan (y)) { \
      if (norm == 0 && (!isnan (a) || !isnan (b))) { \
        x = copysignl (INFINITY, c) * a; \
        y = copysignl (INFINITY, c) * b; \
      } else if ((isinf (a) || isinf (b)) && isfinite (c) && isfinite (d)) { \
        a = PART (T, a), b = PART (T, b); \
        x = (T) INFINITY * (a * c + b * d); \
        y = (T) INFINITY * (b * c - a * d); \
      } else if (isinf (size) && size > 0 && isfinite (a) && isfinite (b)) { \
        c = PART (T, c), d = PART (T, d); \
        x = 0 * (a * c + b * d); \
        y = 0 * (b * c - a * d); \
      } \
    } \
    return __builtin_complex (x, y); \
  }

COMPLEX (float, __mulsc3, __divsc3)
COMPLEX (double, __muldc3, __divdc3)
COMPLEX (long double, __mulxc3, __divxc3)
