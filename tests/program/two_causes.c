// expect: complete=2 error=3
// error: out_of_bounds 9
// error: out_of_bounds 9
// error: out_of_bounds 9
#include <klee/klee.h>
#include <stdlib.h>

/* One place, three objects: three bugs. */
static int at (const int *p, int i) { return p[i]; }

static int first[4];

int main (void) {
  int second[6] = {0}, i = klee_range (0, 8, "i"), k = klee_range (0, 4, "k");
  int *third = malloc (8 * sizeof *third);
  switch (k) {
  case 0:
    return at (first, i);
  case 1:
    return at (second, i);
  default:
    if (!third)
      return 1;
    third[0] = 0;
    return at (third, i ? 8 : 9) + k;
  }
}
