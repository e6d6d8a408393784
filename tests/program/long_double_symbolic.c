// expect: complete=2 error=1
// error: abort 15
// A third has more digits in 80 bits than in 64, unless it has none.
#include <klee/klee.h>
#include <stdlib.h>

int main (void) {
  unsigned char c;
  klee_make_symbolic (&c, sizeof c, "c");
  long double third = c / 3.0L;
  if (third - (double) third == 0)
    return c % 3 ? 1 : 0; /* never 1 */
  if (third * 3 != c || third < 84)
    return 2;
  abort ();
}
