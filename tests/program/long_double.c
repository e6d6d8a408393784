// options: --keep-branches
// expect: complete=2 error=0
#include <assert.h>
#include <klee/klee.h>

int main (void) {
  unsigned char c;
  klee_make_symbolic (&c, sizeof c, "c");
  volatile long double x = 1.0L, y = 3.0L;
  long double z = x / y;
  assert (z * y == x);
  assert (sizeof z == 16);
  assert (z != 1.0 / 3.0);
  assert ((int) (z * 100) == 33);
  return c > 7 ? (int) (z * 6.1L) : 0;
}
