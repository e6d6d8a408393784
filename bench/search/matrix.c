/* Nested loops over inputs, the bug in an early element. */
#include <assert.h>
#include <klee/klee.h>
int main (void) {
  unsigned char m[8][8];
  int n = 0;
  klee_make_symbolic (m, sizeof m, "m");
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++)
      if (m[i][j] > 128)
        n++;
      else if (i == 1 && j == 1 && m[i][j] == 5)
        assert (n);
  return n;
}
