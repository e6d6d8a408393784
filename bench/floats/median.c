/* The one in the middle of three, which may be no numbers. */
#include <klee/klee.h>

static double least (double a, double b) { return a < b ? a : b; }
static double most (double a, double b) { return a > b ? a : b; }

int main (void) {
  double v[3];
  klee_make_symbolic (v, sizeof v, "v");
  double m = most (least (v[0], v[1]), least (most (v[0], v[1]), v[2]));
  if (m != m)
    return 1;
  int below = 0, above = 0;
  for (int i = 0; i < 3; i++) {
    below += v[i] <= m;
    above += v[i] >= m;
  }
  if (v[0] == v[0] && v[1] == v[1] && v[2] == v[2])
    klee_assert (below >= 2 && above >= 2);
  return below + above;
}
