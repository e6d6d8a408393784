/* The bug is at the end of the longest way, which depth first takes. */
#include <assert.h>
#include <klee/klee.h>
int main (void) {
  unsigned char b[200];
  int n = 0;
  klee_make_symbolic (b, sizeof b, "b");
  for (int i = 0; i < 200; i++) {
    if (b[i] < 3)
      return n;
    n++;
  }
  assert (n != 200);
  return 0;
}
