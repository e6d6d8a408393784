/* options: --output */
/* options: */
/* Paths that print much of what is symbolic. */
#include <klee/klee.h>
#include <stdio.h>
int main (void) {
  unsigned a[16];
  klee_make_symbolic (a, sizeof a, "a");
  for (int i = 0; i < 16; i++)
    for (int k = 0; k < 100; k++)
      printf ("%u %c%c\n", a[i] % 8, (int) a[k % 16], 'x');
  return 0;
}
