#include <klee/klee.h>

static int compute (int current, int target, int delta) {
  if (current < target) {
    current = current + delta;
    if (current > target)
      return target;
    return current;
  }
  current = current - delta;
  if (current < target)
    return target;
  return current;
}

int main (void) {
  int a, b;
  klee_make_symbolic (&a, sizeof a, "a");
  klee_make_symbolic (&b, sizeof b, "b");
  klee_assume (a > -1000 & a < 1000 & b > -1000 & b < 1000);
  int c = compute (a, b, 5);
  klee_assert (c != 777);
  return c > 0;
}
