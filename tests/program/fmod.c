// expect: complete=4 error=0
// fmod and remainder are one operation each, not a loop over exponents.
#include <klee/klee.h>
#include <math.h>

int main (void) {
  float x;
  klee_make_symbolic (&x, sizeof x, "x");
  if (!(x >= 0 && x < 0x1p16f))
    return 0;
  float rest = fmodf (x, 3.0f), near = remainderf (x, 3.0f);
  klee_assert (rest < 3 && near <= 1.5f && near >= -1.5f);
  return rest == 2.5f ? 2 : 1;
}
