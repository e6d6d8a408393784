/* Functions of <math.h> whose result is exactly defined and which are one
 * operation of the machine: faster than code, and known to the solver when
 * the argument is symbolic.
 */

#include <math.h>

#define UNARY(NAME) \
  double NAME (double x) { return __builtin_##NAME (x); } \
  float NAME##f (float x) { return __builtin_##NAME##f (x); } \
  long double NAME##l (long double x) { return __builtin_##NAME##l (x); }

UNARY (ceil)
UNARY (fabs)
UNARY (floor)
UNARY (nearbyint)
UNARY (rint)
UNARY (round)
UNARY (sqrt)
UNARY (trunc)

double copysign (double x, double y) { return __builtin_copysign (x, y); }
float copysignf (float x, float y) { return __builtin_copysignf (x, y); }
long double copysignl (long double x, long double y) {
  return __builtin_copysignl (x, y);
}

double fma (double x, double y, double z) { return __builtin_fma (x, y, z); }
float fmaf (float x, float y, float z) { return __builtin_fmaf (x, y, z); }
long double fmal (long double x, long double y, long double z) {
  return __builtin_fmal (x, y, z);
}

double fmod (double x, double y) { return __builtin_fmod (x, y); }
float fmodf (float x, float y) { return __builtin_fmodf (x, y); }
long double fmodl (long double x, long double y) {
  return __builtin_fmodl (x, y);
}

#define TO_INTEGER(TYPE, NAME, ROUND) \
  TYPE NAME (double x) { return (TYPE) __builtin_##ROUND (x); } \
  TYPE NAME##f (float x) { return (TYPE) __builtin_##ROUND##f (x); } \
  TYPE NAME##l (long double x) { return (TYPE) __builtin_##ROUND##l (x); }

TO_INTEGER (long, lrint, rint)
TO_INTEGER (long, lround, round)
TO_INTEGER (long long, llrint, rint)
TO_INTEGER (long long, llround, round)
