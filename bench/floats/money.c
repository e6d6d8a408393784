/* Cents of an amount: cut off and rounded. */
#include <klee/klee.h>
#include <math.h>

int main (void) {
  int cents;
  klee_make_symbolic (&cents, sizeof cents, "cents");
  if (cents < 0 || cents > 100000)
    return 9;
  double amount = cents / 100.0;
  int cut = (int) (amount * 100);
  klee_assert (lround (amount * 100) == cents);
  klee_assert (cut >= cents - 1);
  return cut == cents;
}
