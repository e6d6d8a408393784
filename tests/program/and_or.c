// options: --keep-branches
// expect: complete=6 error=0
#include <klee/klee.h>

/* a && b && c has 4 ways, of which the last goes on to d || e with 3 */
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
