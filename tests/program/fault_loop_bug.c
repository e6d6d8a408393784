// options: --max-loop=10000
// expect: complete=1 error=1
// error: infinite_loop 10
#include <klee/klee.h>

int main (void) {
  int a;
  klee_make_symbolic (&a, sizeof a, "a");
  if (a == 5)
    for (volatile int i = 0; i < 10;) /* here */
      i = 0;
  return 0;
}
