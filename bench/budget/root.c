/* options: */
/* One query of floating point that does not end. */
#include <klee/klee.h>
int main (void) {
  double x, y;
  klee_make_symbolic (&x, sizeof x, "x");
  klee_make_symbolic (&y, sizeof y, "y");
  return x * x * x + y * y * y == 1729.25 && x / y * x / y == 1.75 && x > 1;
}
