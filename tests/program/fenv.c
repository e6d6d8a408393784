// expect: complete=1 error=0 cut=2
// lost: fesetround: rounding other than to nearest
// lost: fetestexcept: floating-point exception flags
// replay: no
// The machine rounds to nearest and has no exception flags: a path that needs
// another mode, or a flag, is not told to be without errors.
#include <klee/klee.h>

#include <assert.h>
#include <fenv.h>

int main (void) {
  unsigned char x;
  klee_make_symbolic (&x, sizeof x, "x");
  klee_assume (x < 3);
  assert (fegetround () == FE_TONEAREST && !fesetround (FE_TONEAREST));
  assert (fesetround (12345));
  volatile double one = 1, zero = 0;
  if (x == 1) {
    fesetround (FE_UPWARD);
    assert (one / 3 <= 1.0 / 3);
  } else if (x == 2) {
    one /= zero;
    assert (!fetestexcept (FE_DIVBYZERO));
  }
  return 0;
}
