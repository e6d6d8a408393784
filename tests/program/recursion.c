// options: --keep-branches
// expect: complete=8 error=0
#include <assert.h>
#include <klee/klee.h>

static unsigned factorial (unsigned n) {
  return n == 0 ? 1 : n * factorial (n - 1);
}

int main (void) {
  unsigned n;
  klee_make_symbolic (&n, sizeof n, "n");
  klee_assume (n < 8);
  assert (factorial (n) <= 5040);
  return 0;
}
