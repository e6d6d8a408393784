#include <klee/klee.h>

int table[4] = {3, 1, 4, 1};

static int sum_below (int limit) {
  int total = 0;
  for (int i = 0; i < 4; i++)
    if (table[i] < limit)
      total += table[i];
  return total;
}

static int count (unsigned char n) {
  int steps = 0;
  while (n > 1 && steps < 6) {
    if (n & 1)
      n = n + 1;
    else
      n = n / 2;
    steps++;
  }
  return steps;
}

int main (void) {
  unsigned char n;
  int limit;
  klee_make_symbolic (&n, sizeof n, "n");
  klee_make_symbolic (&limit, sizeof limit, "limit");
  if (limit < 0)
    return count (n);
  return sum_below (limit);
}
