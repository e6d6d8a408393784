// expect: complete=3 error=0
#include <klee/klee.h>

/* the same with conditions that cost no fork: true-true, true-false, false */
int main (void) {
  int a, b, c, d, e;
  klee_make_symbolic (&a, sizeof a, "a");
  klee_make_symbolic (&b, sizeof b, "b");
  klee_make_symbolic (&c, sizeof c, "c");
  klee_make_symbolic (&d, sizeof d, "d");
  klee_make_symbolic (&e, sizeof e, "e");
  if (a && b && c) {
    if (d || e)
      return 1;
    return 2;
  }
  return 3;
}
