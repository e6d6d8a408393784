// options: --keep-branches
// expect: complete=3 error=0
#include <klee/klee.h>

#include <stdlib.h>

int main (void) {
  int n;
  klee_make_symbolic (&n, sizeof n, "n");
  int x = 5, *p = n > 10 ? NULL : &x;
  if (n == 3)
    return *p; /* here */
  return 0;
}
