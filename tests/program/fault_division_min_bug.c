// expect: complete=2 error=2
// error: signed_overflow 12
// error: signed_overflow 14
#include <klee/klee.h>

int main (void) {
  int a, by;
  klee_make_symbolic (&a, sizeof a, "a");
  klee_make_symbolic (&by, sizeof by, "by");
  klee_assume (by != 0);
  if (a & 1)
    return (long) ((unsigned long) a << 63) / by == 7; /* here */
  short small = a, narrow = by | 1;
  return a % by + small / narrow; /* and here, but not for the small ones */
}
