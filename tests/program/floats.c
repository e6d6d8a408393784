// expect: complete=7 error=0
#include <klee/klee.h>

#include <assert.h>
#include <math.h>

int main (void) {
  float f;
  int i;
  klee_make_symbolic (&f, sizeof f, "f");
  klee_make_symbolic (&i, sizeof i, "i");
  klee_assume (i >= -1000 & i <= 1000);
  if (f != f) {
    assert (!(f < 1) && !(f >= 1));
    return 1;
  }
  if (f == 0)
    return 2; // both zeros
  if (f > 0 && (float) i + 0.5f == f) {
    assert ((int) f == i);
    return 3;
  }
  if (isinf (f))
    return 4;
  return 0;
}
