/* Many objects that a pointer may point to. */
#include <klee/klee.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main (void) {
  char *p[2000];
  unsigned i, k;
  klee_make_symbolic (&i, 4, "i");
  klee_make_symbolic (&k, 4, "k");
  for (int j = 0; j < 2000; j++) {
    p[j] = malloc (1000);
    memset (p[j], j, 1000);
  }
  i %= 2000;
  for (int j = 0; j < 100; j++)
    if (p[i][(k + j) % 1000] == 3)
      return j;
  return 0;
}
