// expect: complete=1 error=0
#include <klee/klee.h>

int main (void) {
  int a;
  klee_make_symbolic (&a, sizeof a, "a");
  if (a < 0)
    klee_silent_exit (0);
  return 0;
}
