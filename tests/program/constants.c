// Constants that clang computes and that have no value: natively these kill, or
// a sanitizer says so.
// expect: complete=5 error=4
// error: undefined 19
// error: undefined 20
// error: undefined 21
// error: undefined 24
#include <klee/klee.h>
#include <limits.h>

static const int zero = 0;

int main (void) {
  int i, r = 0;
  klee_make_symbolic (&i, sizeof i, "i");
  if (sizeof (5 / 0) != 4)
    return 1;
  switch (i) {
  case 1: r = 5 / 0; break;
  case 2: r = 5 % zero; break;
  case 3: r = 1 << 32; break;
  case 4: r = 0 && 5 / 0; break;
  case 5: r = i == 5 ? 2 : 5 / 0; break;
  case 6: r = i == 6 ? INT_MIN / -1 : 2; break;
  case 7: r = 1 << 31; break;
  case 8: r = zero ? 5 / zero : 4; break;
  }
  return r;
}
