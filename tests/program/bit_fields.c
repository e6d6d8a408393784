// options: --keep-branches
// expect: complete=3 error=0
#include <assert.h>
#include <klee/klee.h>

struct s {
  unsigned a : 3;
  int b : 5;
  unsigned long c : 40;
};

int main (void) {
  unsigned char x;
  struct s s = {0};
  klee_make_symbolic (&x, sizeof x, "x");
  s.a = x;
  s.b = x;
  s.c = x * 0x100000001ul;
  assert (s.a == (x & 7));
  assert (s.b >= -16 && s.b < 16);
  assert (s.c >> 32 == x);
  if (s.b < 0)
    return 1;
  if (s.a == 5)
    return 2;
  return 0;
}
