/* Floating point, which needs a large circuit. */
#include <klee/klee.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main (void) {
  double x, y;
  klee_make_symbolic (&x, 8, "x");
  klee_make_symbolic (&y, 8, "y");
  double z = x;
  for (int i = 0; i < 50; i++) {
    z = z * y + x / (y + i);
    if (z > 17.25 + i && z < 17.5 + i)
      return i;
  }
  return 99;
}
