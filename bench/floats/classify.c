/* What kind of number is it, and does that stay when it is halved and doubled?
 */
#include <float.h>
#include <klee/klee.h>
#include <math.h>

int main (void) {
  double x;
  klee_make_symbolic (&x, sizeof x, "x");
  double half = x / 2, back = half * 2;
  if (isnan (x)) {
    klee_assert (isnan (back));
    return 1;
  }
  if (isinf (x)) {
    klee_assert (back == x);
    return 2;
  }
  klee_assert (fabs (half) <= fabs (x));
  klee_assert (!!signbit (x) == !!signbit (half));
  if (fabs (half) > DBL_MIN) /* half of less can round up to the least normal */
    klee_assert (back == x);
  else if (back != x)
    return x > 0 ? 3 : 4;
  return fpclassify (x) == FP_SUBNORMAL ? 5 : 6;
}
