// expect: complete=1 error=1
// error: overshift 9
#include <klee/klee.h>

int main (void) {
  unsigned a, b;
  klee_make_symbolic (&a, sizeof a, "a");
  klee_make_symbolic (&b, sizeof b, "b");
  a <<= b; /* here */
  return (int) a;
}
