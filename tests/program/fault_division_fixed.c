// expect: complete=2 error=0
#include <klee/klee.h>

int main (void) {
  unsigned a, b;
  klee_make_symbolic (&a, sizeof a, "a");
  klee_make_symbolic (&b, sizeof b, "b");
  if (b == 0 || b == -1)
    return 0;
  return (int) (a % b); /* here */
}
