/* A polynomial, as libraries have them, and what it is compared with. */
#include <klee/klee.h>

int main (void) {
  double x;
  klee_make_symbolic (&x, sizeof x, "x");
  if (!(x >= -0.5 && x <= 0.5))
    return 9;
  double y = 1.0 / 720;
  y = y * x + 1.0 / 120;
  y = y * x + 1.0 / 24;
  y = y * x + 1.0 / 6;
  y = y * x + 0.5;
  y = y * x + 1;
  y = y * x + 1;
  klee_assert (y > 0.6 && y < 1.65);
  if (y < 1)
    klee_assert (x < 1e-9);
  if (y == 1.5)
    return 1;
  return y > x + 1 ? 2 : 3;
}
