/* A product's error, by one rounding less. */
#include <klee/klee.h>
#include <math.h>

int main (void) {
  double x, y;
  klee_make_symbolic (&x, sizeof x, "x");
  klee_make_symbolic (&y, sizeof y, "y");
  if (!(x >= 1 && x < 2 && y >= 1 && y < 2))
    return 9;
  double product = x * y, error = fma (x, y, -product);
  klee_assert (fabs (error) <= 0x1p-52);
  klee_assert (product >= 1 && product <= 4);
  if (error == 0)
    return 1;
  return product + error == product ? 2 : 3;
}
