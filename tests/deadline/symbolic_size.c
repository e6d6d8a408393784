/* A block whose size is not known. */
#include <klee/klee.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main (void) {
  unsigned n;
  klee_make_symbolic (&n, 4, "n");
  char *p = calloc (n % 100000 + 1, 1);
  for (unsigned i = 0; i < n % 100000; i++)
    p[i] = i;
  return p[n % 100];
}
