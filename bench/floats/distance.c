/* A direction made of length one. */
#include <klee/klee.h>
#include <math.h>

int main (void) {
  float x, y;
  klee_make_symbolic (&x, sizeof x, "x");
  klee_make_symbolic (&y, sizeof y, "y");
  if (!(fabsf (x) <= 1000 && fabsf (y) <= 1000))
    return 9;
  float size = sqrtf (x * x + y * y);
  klee_assert (size <= 1415);
  if (size < 1e-3f)
    return 1;
  x /= size;
  y /= size;
  klee_assert (x <= 1.0001f && x >= -1.0001f);
  return x * x + y * y > 1 ? 2 : 3;
}
