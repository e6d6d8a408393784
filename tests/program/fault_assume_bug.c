// expect: complete=1 error=1
// error: bad_assumption 9
#include <klee/klee.h>

int main (void) {
  int a;
  klee_make_symbolic (&a, sizeof a, "a");
  if (a == 5)
    klee_assume (a == 6); /* here */
  return 0;
}
