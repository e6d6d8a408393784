// options: --undefined=stop
// expect: complete=1 error=0 cut=1
// lost: call of undefined function fetch
#include <klee/klee.h>

int *fetch (int);

int main (void) {
  int n;
  klee_make_symbolic (&n, sizeof n, "n");
  return n > 3 ? *fetch (n) : 0;
}
