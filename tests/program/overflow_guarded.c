// options: --check-overflow
// expect: complete=4 error=2
// error: signed_overflow 12
#include <klee/klee.h>

int main (void) {
  int n, m;
  klee_make_symbolic (&n, sizeof n, "n");
  klee_make_symbolic (&m, sizeof m, "m");
  /* the first addition is guarded, the second is guarded too late */
  int a = n < 2147483643 ? n + 5 : 0;
  int b = m < 2147483645 ? m + 5 : 0;
  return a == b;
}
