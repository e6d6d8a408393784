// expect: complete=101 error=1
// error: division_by_zero 24
#include <klee/klee.h>

#define C1(n) \
  case (n) * 7: \
    zero = (n) - 21; \
    break;
#define C4(n) C1 (n) C1 ((n) + 1) C1 ((n) + 2) C1 ((n) + 3)
#define C16(n) C4 (n) C4 ((n) + 4) C4 ((n) + 8) C4 ((n) + 12)
#define C64(n) C16 (n) C16 ((n) + 16) C16 ((n) + 32) C16 ((n) + 48)

int main (void) {
  unsigned x;
  volatile int zero = 1;
  klee_make_symbolic (&x, sizeof x, "x");
  if (x >= 700) /* 100 of the cases, and the default */
    return 0;
  switch (x) {
    C64 (0) C64 (64) C64 (128) C64 (192)
  default:
    return 1;
  }
  return 7 / zero;
}
