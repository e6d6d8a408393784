// options: --max-frames=1000
// expect: complete=1 error=1
// error: stack_exhausted 6
#include <klee/klee.h>

static int down (int n) { return n == 0 ? 0 : 1 + down (n - 1); } /* here */

int main (void) {
  int a;
  klee_make_symbolic (&a, sizeof a, "a");
  if (a == 5)
    return down (-1);
  return down (3);
}
