// expect: complete=1 error=0
#include <klee/klee.h>

#include <stdlib.h>

int main (void) {
  int a;
  klee_make_symbolic (&a, sizeof a, "a");
  if (a * 2 == 11)
    abort (); /* here */
  return 0;
}
