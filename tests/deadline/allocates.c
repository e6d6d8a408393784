/* It never stops to allocate. */
#include <klee/klee.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main (void) {
  int x;
  klee_make_symbolic (&x, 4, "x");
  char **p = NULL;
  for (int i = 0;; i++) {
    char **q = malloc (64);
    q[0] = (char *) p;
    p = q;
    if (x == i)
      return 1;
  }
}
