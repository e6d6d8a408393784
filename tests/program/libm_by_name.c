// bitcode: clang-19 -O1 -fno-math-errno
// expect: complete=2 error=0
// The compiler has made an operation of sin: it has all its values, too.
#include <klee/klee.h>
#include <math.h>

int main (void) {
  unsigned char c;
  klee_make_symbolic (&c, sizeof c, "c");
  klee_assume (c - 1u < 31u);
  double x = c / 64.0, y = sin (x);
  klee_assert (y < x && y > x - x * x * x / 6 - 1e-12);
  if (y > 0.25)
    klee_warning ("steep");
  return 0;
}
