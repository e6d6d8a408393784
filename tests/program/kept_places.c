// options: --keep-branches
// expect: complete=4 error=2
// error: out_of_bounds 13
#include <assert.h>
#include <klee/klee.h>

/* Choices that become branches leave lines as they are. */

static int sign (int a) { return a < 0 ? 1 : 2; }

static int entry (int i, int a) {
  static volatile int table[4];
  table[i] = 7;
  return a > 5 ? 3 : 4;
}

int main (void) {
  int i = klee_range (0, 5, "i"), a = klee_range (-1, 8, "a");
  int sum = sign (a) + entry (i, a);
  int kind = a < 3 ? 3 : 4;
  assert (kind == 3 || a >= 3); /* which is still set */
  return sum == 9;
}
