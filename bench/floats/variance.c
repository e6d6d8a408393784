/* Mean and variance of three bytes. */
#include <klee/klee.h>
#include <math.h>

int main (void) {
  unsigned char v[3];
  klee_make_symbolic (v, sizeof v, "v");
  double sum = 0, squares = 0;
  for (int i = 0; i < 3; i++) {
    sum += v[i];
    squares += (double) v[i] * v[i];
  }
  double mean = sum / 3, variance = squares / 3 - mean * mean;
  klee_assert (mean <= 255 && variance < 14451);
  if (variance < 0)
    return 1;
  return sqrt (variance) > 100 ? 2 : 3;
}
