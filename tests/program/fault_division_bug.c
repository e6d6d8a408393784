// expect: complete=1 error=2
// error: division_by_zero 10
// error: signed_overflow 10
#include <klee/klee.h>

int main (void) {
  unsigned a, b;
  klee_make_symbolic (&a, sizeof a, "a");
  klee_make_symbolic (&b, sizeof b, "b");
  return (int) (a % b); /* here */
}
