// expect: complete=2 error=0
// So are those of long double, whatever the exponents are.
#include <klee/klee.h>
#include <math.h>

int main (void) {
  unsigned u;
  klee_make_symbolic (&u, sizeof u, "u");
  long double x = u + 0x1p60L, rest = fmodl (x, 10);
  klee_assert (rest >= 0 && rest < 10);
  klee_assert (fmodl (-0x1p16000L, 3) == -1);
  klee_assert (remainderl (-0x1p16001L, 3) == 1);
  if (rest == 7)
    return 2;
  return 1;
}
