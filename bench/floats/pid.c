/* A controller: six steps with seven symbolic numbers; what it sets stays
 * within bounds, and the sum of errors too.
 */
#include <klee/klee.h>

static double clamp (double x, double least, double most) {
  return x < least ? least : x > most ? most : x;
}

int main (void) {
  double wanted, measured[6], sum = 0, before = 0;
  klee_make_symbolic (&wanted, sizeof wanted, "wanted");
  klee_make_symbolic (measured, sizeof measured, "measured");
  if (!(wanted >= 0 && wanted <= 100))
    return 0;
  for (int i = 0; i < 6; i++) {
    if (!(measured[i] >= 0 && measured[i] <= 100))
      return 0;
    double error = wanted - measured[i];
    sum = clamp (sum + error * 0.1, -20, 20);
    double set = 0.8 * error + 0.5 * sum + 0.05 * (error - before);
    before = error;
    klee_assert (set <= 110 && set >= -110);
    klee_assert (sum <= 20 && sum >= -20);
  }
  return 0;
}
