/* Without the exceptions of the floating-point unit, which the machine does
 * not have.
 */

#include <limits.h>
#include <math.h>

#define ILOGB(TYPE, NAME, FREXP) \
  int NAME (TYPE x) { \
    int exponent; \
    if (x == 0) \
      return FP_ILOGB0; \
    if (isnan (x)) \
      return FP_ILOGBNAN; \
    if (isinf (x)) \
      return INT_MAX; \
    FREXP (x, &exponent); \
    return exponent - 1; \
  }

ILOGB (double, ilogb, frexp)
ILOGB (float, ilogbf, frexpf)
ILOGB (long double, ilogbl, frexpl)
