/* Paths with many questions each. */
#include <klee/klee.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare (const void *a, const void *b) {
  return *(const int *) a - *(const int *) b;
}
int main (void) {
  int a[9];
  klee_make_symbolic (a, sizeof a, "a");
  qsort (a, 9, 4, compare);
  return a[0] < a[1];
}
