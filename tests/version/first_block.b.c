#include <klee/klee.h>

/* What was the first block of a function is behind another one now. */

static int total, start = 9;

static void step (void) {
  if (start)
    total = 9;
  total += 3;
  if (total > 5)
    total++;
}

int main (void) {
  unsigned char c[3];
  klee_make_symbolic (c, sizeof c, "c");
  for (int i = 0; i < 3; i++)
    if (c[i] > 'a')
      step ();
  if (total > 12)
    return c[0] == 'z';
  return total + start;
}
