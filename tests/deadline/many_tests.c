/* More paths than anybody has time for. */
#include <klee/klee.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main (void) {
  unsigned char b[24];
  klee_make_symbolic (b, sizeof b, "b");
  int s = 0;
  for (int i = 0; i < 24; i++)
    if (b[i] & 1)
      s += i;
  return s;
}
