// options: --check-overflow
// expect: complete=1 error=1
// error: signed_overflow 9
#include <klee/klee.h>

int main (void) {
  int a;
  klee_make_symbolic (&a, sizeof a, "a");
  a += 100; /* here */
  return a;
}
