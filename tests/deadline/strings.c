/* Strings that are searched and compared. */
#include <klee/klee.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main (void) {
  char a[64], b[64];
  klee_make_symbolic (a, sizeof a, "a");
  klee_make_symbolic (b, sizeof b, "b");
  a[63] = b[63] = 0;
  if (strstr (a, b))
    return 1;
  if (strcmp (a, b) > 0)
    return 2;
  return strspn (a, b);
}
