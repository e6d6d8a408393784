/* Next integers in every direction. */
#include <klee/klee.h>
#include <math.h>

int main (void) {
  double x;
  klee_make_symbolic (&x, sizeof x, "x");
  if (!(x >= 0 && x < 4294967296.0))
    return 9;
  unsigned u = (unsigned) x;
  double below = floor (x), above = ceil (x);
  klee_assert (below == u && x - u < 1);
  klee_assert (above - below <= 1);
  double away = round (x), even = nearbyint (x);
  klee_assert (away == below || away == above);
  if (away != even)
    return 1;
  if (modf (x, &below) > 0.999)
    return 2;
  return fmod (x, 7.5) > 7 ? 3 : 4;
}
