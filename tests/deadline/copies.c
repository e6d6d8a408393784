/* Blocks of 64 MiB are copied. */
#include <klee/klee.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main (void) {
  char *a = malloc (1 << 26), *b = malloc (1 << 26);
  int x;
  klee_make_symbolic (&x, 4, "x");
  memset (a, 1, 1 << 26);
  for (int i = 0; i < 1000; i++) {
    memcpy (b, a, 1 << 26);
    b[i] = i;
    if (x == i)
      return b[x & 7];
  }
  return 0;
}
