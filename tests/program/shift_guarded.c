// expect: complete=3 error=1
// error: overshift 13
#include <klee/klee.h>

/* A shift is executed where the source has it, and only there: 0 to 7, 8 to
 * 31, the error, from 40.
 */
int main (void) {
  unsigned char n;
  unsigned k = 7;
  klee_make_symbolic (&n, sizeof n, "n");
  unsigned x = n < 8 ? k << n : 0;
  unsigned y = n < 40 ? k << n : 0; /* here */
  return x + y > 1000 ? 1 : 0;
}
