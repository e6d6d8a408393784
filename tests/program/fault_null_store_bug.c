// expect: complete=1 error=1
// error: null_pointer 9
#include <klee/klee.h>

int main (void) {
  int a;
  klee_make_symbolic (&a, sizeof a, "a");
  if (a == 3)
    *(int *) 0 = 1; /* here */
  return 0;
}
