/* The bug is in the last iteration, whatever the others did. */
#include <assert.h>
#include <klee/klee.h>
int main (void) {
  unsigned char b[40];
  int n = 0;
  klee_make_symbolic (b, sizeof b, "b");
  for (int i = 0; i < 40; i++)
    n += b[i] > 99;
  assert (b[39] != 7);
  return n;
}
