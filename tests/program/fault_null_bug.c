// options: --keep-branches
// expect: complete=2 error=1
// error: null_pointer 13
#include <klee/klee.h>

#include <stdlib.h>

int main (void) {
  int n;
  klee_make_symbolic (&n, sizeof n, "n");
  int x = 5, *p = n > 10 ? NULL : &x;
  if (n > 20)
    return *p; /* here */
  return 0;
}
