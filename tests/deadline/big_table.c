/* Where loading takes longer than the budget. */
#include <klee/klee.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define T1(x) x, x + 1, x * 3, x ^ 5, x + 7, x * 11, x + 13, x - 17
#define T2(x) \
  T1 (x), T1 (x + 10), T1 (x + 20), T1 (x + 30), T1 (x + 40), T1 (x + 50), \
      T1 (x + 60), T1 (x + 70)
#define T3(x) \
  T2 (x), T2 (x + 100), T2 (x + 200), T2 (x + 300), T2 (x + 400), \
      T2 (x + 500), T2 (x + 600), T2 (x + 700)
#define T4(x) \
  T3 (x), T3 (x + 1000), T3 (x + 2000), T3 (x + 3000), T3 (x + 4000), \
      T3 (x + 5000), T3 (x + 6000), T3 (x + 7000)
#define T5(x) \
  T4 (x), T4 (x + 10000), T4 (x + 20000), T4 (x + 30000), T4 (x + 40000), \
      T4 (x + 50000), T4 (x + 60000), T4 (x + 70000)
static const int table[] = {T5 (0), T5 (80000), T5 (160000), T5 (240000)};
int main (void) {
  unsigned x;
  klee_make_symbolic (&x, 4, "x");
  x %= sizeof table / sizeof *table;
  if (table[x] == 77)
    return 1;
  if (table[table[x] & 65535] == 78)
    return 2;
  return 3;
}
