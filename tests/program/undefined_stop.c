// options: --undefined=stop
// expect: complete=1 error=0 cut=1
// lost: a call of fetch() was not followed
#include <klee/klee.h>

int *fetch (int);

int main (void) {
  int n;
  klee_make_symbolic (&n, sizeof n, "n");
  return n > 3 ? *fetch (n) : 0;
}
