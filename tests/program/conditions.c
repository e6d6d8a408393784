// Conditions that contain ?:, and decisions that are values: counted as C's.
// options: --keep-branches
// expect: complete=29
// Paths, in order: 4, 6, 5, 3, 5, 3 and 3.
#include <klee/klee.h>

static int test (int which, int a, int b, int c) {
  switch (which) {
  case 0:
    if (a ? b : c)
      return 1;
    return 0;
  case 1:
    if (a ? b && c : b || c)
      return 1;
    return 0;
  case 2:
    if (a && (b ? c : a > 1))
      return 1;
    return 0;
  case 3:
    return a && b ? 1 : 2;
  case 4:
    if (a ? b ? c : 1 : !c)
      return 1;
    return 0;
  case 5:
    if (c++, a && b)
      return 1;
    return c;
  default:
    return (a ? 1 : b) ? 3 : 4;
  }
}

int main (void) {
  int which, a, b, c;
  klee_make_symbolic (&which, sizeof which, "which");
  klee_make_symbolic (&a, sizeof a, "a");
  klee_make_symbolic (&b, sizeof b, "b");
  klee_make_symbolic (&c, sizeof c, "c");
  return test (which, a, b, c) == 1000;
}
