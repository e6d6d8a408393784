// expect: complete=2 error=0
#include <klee/klee.h>

/* A pointer that may point to either of two objects: resolved, not
 * concretised. */
int main (void) {
  int a = 1, b = 2;
  int c;
  klee_make_symbolic (&c, sizeof c, "c");
  int *p = c > 0 ? &a : &b;
  *p = 7;
  if (a == 7)
    return 1;
  return 0;
}
