/* frexpl for printf, which shifts by the exponent in loops: it is decided on
 * the path, one path for each that is possible, so that all shifts are by
 * numbers.
 */

#include "libm.h"
#include "reprise.h"

/* By halves. The compiler is neither to choose without a branch nor to see that
 * the result is what was compared.
 */
static int decided (int x) {
  volatile int low = 0, high = 0x7fff;
  if (reprise_is_concrete (x))
    return x;
  while (low < high) {
    int middle = (low + high) / 2;
    if (x <= middle)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

long double __frexpl_decided (long double x, int *e) {
  union ldshape u = {x};
  int exponent = decided (u.i.se & 0x7fff);
  if (!exponent && x != 0) { /* subnormal */
    x = __frexpl_decided (x * 0x1p120, e);
    *e -= 120;
    return x;
  }
  if (!exponent || exponent == 0x7fff) {
    *e = 0;
    return x;
  }
  *e = exponent - 0x3ffe;
  u.i.se = (u.i.se & 0x8000) | 0x3ffe;
  return u.f;
}
