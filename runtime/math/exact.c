/* Functions of <math.h> whose result is exactly defined and which are one
 * operation of the machine: faster than code, and known to the solver when
 * the argument is symbolic.
 */

#include <math.h>

#define UNARY(NAME) \
  double NAME (double x) { return __builtin_##NAME (x); } \
  float NAME##f (float x) { return __builtin_##NAME##f (x); }

UNARY (ceil)
UNARY (fabs)
UNARY (floor)
UNARY (rint)
UNARY (round)
UNARY (sqrt)
UNARY (trunc)

double copysign (double x, double y) { return __builtin_copysign (x, y); }
float copysignf (float x, float y) { return __builtin_copysignf (x, y); }

double fma (double x, double y, double z) { return __builtin_fma (x, y, z); }
float fmaf (float x, float y, float z) { return __builtin_fmaf (x, y, z); }
