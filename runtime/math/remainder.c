/* To nearest: fmod by twice the divisor first, so that the last digit of the
 * quotient is there to decide between two that are as near.
 */

#include <float.h>
#include <math.h>

#define REMAINDER(TYPE, SUFFIX, MOST) \
  TYPE remainder##SUFFIX (TYPE x, TYPE y) { \
    TYPE size = __builtin_fabs##SUFFIX (x), by = __builtin_fabs##SUFFIX (y); \
    if (!(size <= MOST) || !(by > 0)) \
      return x * y / (x * y); \
    if (by <= MOST / 2) \
      size = fmod##SUFFIX (size, by + by); \
    if (size + size > by) { \
      size -= by; \
      if (size + size >= by) \
        size -= by; \
    } \
    return signbit (x) ? -size : size; \
  }

REMAINDER (double, , DBL_MAX)
REMAINDER (float, f, FLT_MAX)
REMAINDER (long double, l, LDBL_MAX)

double drem (double x, double y) { return remainder (x, y); }
float dremf (float x, float y) { return remainderf (x, y); }
