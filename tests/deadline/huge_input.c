/* One input of four million bytes. */
#include <klee/klee.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned char b[1 << 22];
int main (void) {
  klee_make_symbolic (b, sizeof b, "b");
  unsigned s = 0;
  for (int i = 0; i < 1 << 22; i++)
    if (b[i] == 7)
      s++;
  return s;
}
