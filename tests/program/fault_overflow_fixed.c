// options: --check-overflow
// expect: complete=1 error=0
#include <klee/klee.h>

int main (void) {
  int a;
  klee_make_symbolic (&a, sizeof a, "a");
  a = (int) ((unsigned) a + 100);
  return a;
}
