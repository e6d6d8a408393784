/* Each question is too hard. */
#include <klee/klee.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main (void) {
  uint64_t x, y;
  klee_make_symbolic (&x, 8, "x");
  klee_make_symbolic (&y, 8, "y");
  for (int i = 0; i < 50; i++) {
    x = x * y + i;
    y ^= x >> 3;
    if (x % (y | 1) == 12345 + (uint64_t) i)
      return i;
  }
  return 99;
}
