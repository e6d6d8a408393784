// options: --max-allocation=64
// lost: allocation of symbolic size beyond --max-allocation
// expect: complete=1 error=2 cut=1
// error: out_of_bounds 14
// error: null_pointer 14
#include <klee/klee.h>

#include <stdlib.h>

int main (void) {
  size_t n;
  klee_make_symbolic (&n, sizeof n, "n");
  char *p = malloc (n);
  p[9] = 1;
  return 0;
}
