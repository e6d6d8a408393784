// options: --keep-branches
// expect: complete=2 error=0
#include <klee/klee.h>

static int one (void) { return 1; }

int main (void) {
  int a;
  int (*f) (void) = one;
  klee_make_symbolic (&a, sizeof a, "a");
  if (a == 12)
    f = one;
  return f (); /* here */
}
