// expect: complete=1 error=1
// error: unreachable 9
#include <klee/klee.h>

int main (void) {
  int a;
  klee_make_symbolic (&a, sizeof a, "a");
  if (a == 3)
    __builtin_unreachable (); /* here */
  return 0;
}
