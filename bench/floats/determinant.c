/* A matrix of two by two, its determinant and its inverse. */
#include <klee/klee.h>
#include <math.h>

int main (void) {
  double m[4];
  klee_make_symbolic (m, sizeof m, "m");
  for (int i = 0; i < 4; i++)
    if (!(fabs (m[i]) <= 10))
      return 9;
  double d = m[0] * m[3] - m[1] * m[2];
  klee_assert (fabs (d) <= 200);
  if (fabs (d) < 1e-3)
    return 1;
  double a = m[3] / d, b = -m[1] / d, c = -m[2] / d;
  klee_assert (fabs (a) <= 10001 && fabs (b) <= 10001 && fabs (c) <= 10001);
  if (a * m[0] > 1 + 1e6)
    return 2;
  return d > 0 ? 3 : 4;
}
