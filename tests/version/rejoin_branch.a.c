/* Each decision is made in the block that the edit changes. */
#include <klee/klee.h>

static int holds (int x) { return x; }

int main (void) {
  char in[6];
  unsigned n = 0;
  klee_make_symbolic (in, sizeof in, "in");
  for (int i = 0; i < 6; i++)
    if (in[i] > 'k')
      n = n * 2 + 1;
  return holds (n == 5);
}
