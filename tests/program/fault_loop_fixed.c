// options: --max-loop=10000
// expect: complete=2 error=0
#include <klee/klee.h>

int main (void) {
  int a;
  klee_make_symbolic (&a, sizeof a, "a");
  if (a == 5)
    for (volatile int i = 0; i < 10;) /* here */
      i++;
  return 0;
}
