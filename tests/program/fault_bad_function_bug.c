// options: --keep-branches
// expect: complete=1 error=1
// error: bad_function 14
#include <klee/klee.h>

static int one (void) { return 1; }

int main (void) {
  int a;
  int (*f) (void) = one;
  klee_make_symbolic (&a, sizeof a, "a");
  if (a == 12)
    f = (int (*) (void)) 1234567;
  return f (); /* here */
}
