// expect: complete=3 error=2
// error: use_after_free 31
// error: use_after_free 31
// A compound literal ends with the block it stands in; that of a loop is there
// again in each round, and one in the block of the function stays.
#include <klee/klee.h>

typedef struct pair {
  int a, b;
} pair;

static pair *kept;

static int keep (pair *p) {
  kept = p;
  return p->a;
}

int main (void) {
  int x = klee_range (0, 5, "x"), sum = 0;
  pair *p = &(pair) {1, 2};
  if (x == 1)
    sum += keep (&(pair) {3, x});
  if (x == 2)
    p = &(pair) {5, 6};
  if (x == 3)
    for (int i = 0; i < 3; i++)
      sum += keep (&(pair) {i, x});
  if (x == 4)
    kept = &(pair) {sum, 1}, sum += kept->b;
  return x == 1 ? kept->b : p->a + sum;
}
