/* Four steps of Newton's iteration for a square root: how good is it? */
#include <klee/klee.h>

int main (void) {
  double a, x;
  klee_make_symbolic (&a, sizeof a, "a");
  if (!(a >= 1 && a <= 4))
    return 0;
  x = (a + 1) / 2;
  for (int i = 0; i < 4; i++)
    x = (x + a / x) / 2;
  double error = x * x - a;
  klee_assert (error < 1e-6 && error > -1e-6);
  return 0;
}
