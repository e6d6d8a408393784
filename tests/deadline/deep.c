/* Deep recursion, again and again. */
#include <klee/klee.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int sum (int n, const int *before) {
  int own[4];
  own[0] = n;
  return n ? sum (n - 1, own) + own[0] : before[0];
}
int main (void) {
  int x, s = 0;
  klee_make_symbolic (&x, sizeof x, "x");
  for (int i = 0; i < 40; i++)
    if (x >> (i & 31) & 1)
      s += sum (20000, &s);
  return s;
}
