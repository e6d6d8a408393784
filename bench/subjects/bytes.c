/* 15 independent tests of bytes: 32,768 paths. With breadth-first search all
 * of them live at once.
 */
#include <klee/klee.h>

#ifndef BYTES
#define BYTES 15
#endif

int main (void) {
  unsigned char b[BYTES];
  int n = 0;
  klee_make_symbolic (b, sizeof b, "b");
  for (int i = 0; i < BYTES; i++)
    if (b[i] > 100)
      n += i;
  return n & 1;
}
