// expect: complete=1 error=0
#include <klee/klee.h>

int main (void) {
  unsigned a, b;
  klee_make_symbolic (&a, sizeof a, "a");
  klee_make_symbolic (&b, sizeof b, "b");
  a <<= b & 31;
  return (int) a;
}
