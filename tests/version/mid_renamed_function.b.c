// expect: nothing executed
#include <klee/klee.h>

int middle (int x, int y, int z) {
  int m = z;
  if (y < z) {
    if (x < y)
      m = y;
    else if (x < z)
      m = x;
  } else {
    if (x > y)
      m = y;
    else if (x > z)
      m = x;
  }
  return m;
}

int main (void) {
  int x, y, z;
  klee_make_symbolic (&x, sizeof x, "x");
  klee_make_symbolic (&y, sizeof y, "y");
  klee_make_symbolic (&z, sizeof z, "z");
  return middle (x, y, z) == 3;
}
