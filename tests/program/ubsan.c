// options: --cflags "-fsanitize=undefined -fno-sanitize=alignment"
// expect: complete=2 error=3
// error: signed_overflow 14
// error: overshift 16
// error: division_by_zero 18
#include <klee/klee.h>

int main (void) {
  unsigned char c;
  int n, zero = 0;
  klee_make_symbolic (&c, sizeof c, "c");
  klee_make_symbolic (&n, sizeof n, "n");
  if (c == 1)
    return n + 1 > 0; /* here */
  if (c == 2)
    return 1 << (n | 64); /* here */
  if (c == 3)
    return c / zero; /* here */
  return 0;
}
