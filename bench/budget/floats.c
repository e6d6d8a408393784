/* options: */
/* options: --search=random-path */
/* Floating point: queries that Z3 alone answers, each for a while. */
#include <klee/klee.h>
int main (void) {
  double x[6], sum = 0;
  klee_make_symbolic (x, sizeof x, "x");
  for (int i = 0; i < 6; i++) {
    if (!(x[i] > 0.5 && x[i] < 1e3))
      return 1;
    sum = sum * x[i] + x[i] / (sum + 3.25);
    if (sum > 17.5 * i)
      sum -= 1;
  }
  return sum > 4 && sum * sum - x[0] == 2;
}
