// options: --keep-branches
// expect: complete=2 error=0
#include <klee/klee.h>

int main (void) {
  int a;
  klee_make_symbolic (&a, sizeof a, "a");
  if (a == 3)
    return 1;
  return 0;
}
