/* Much concrete output. */
#include <klee/klee.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main (void) {
  int x;
  klee_make_symbolic (&x, 4, "x");
  for (int i = 0; i < 100000; i++)
    printf ("%d %s %f %x\n", i, "text", i * 0.5, x > i);
  return 0;
}
