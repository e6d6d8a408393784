// expect: complete=2 error=0
#include <klee/klee.h>

int main (void) {
  int a;
  klee_make_symbolic (&a, sizeof a, "a");
  if (a == 5)
    klee_assume (a == 5); /* here */
  return 0;
}
