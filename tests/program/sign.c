// expect: complete=3 error=0
#include <klee/klee.h>

static int sign (int x) {
  if (x == 0)
    return 0;
  return x < 0 ? -1 : 1;
}

int main (void) {
  int a;
  klee_make_symbolic (&a, sizeof a, "a");
  int s = sign (a);
  if (s == 0)
    return 0;
  if (s < 0)
    return 1;
  return 2;
}
