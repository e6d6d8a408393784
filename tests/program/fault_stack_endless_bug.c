// expect: complete=1 error=1
// error: stack_exhausted 5
#include <klee/klee.h>

static int down (int n) { /* recursion without end */ return down (n + 1) + n; }

int main (void) {
  char c;
  klee_make_symbolic (&c, sizeof c, "c");
  return c == 'x' ? down (0) : 0;
}
