/* Numbers that are not known are printed. */
#include <klee/klee.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main (void) {
  int x;
  klee_make_symbolic (&x, 4, "x");
  char b[100];
  for (int i = 0; i < 1000; i++) {
    sprintf (b, "%d %x", x + i, x);
    if (b[3] == '7')
      return 1;
  }
  return 0;
}
