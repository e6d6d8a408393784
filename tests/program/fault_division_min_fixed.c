// expect: complete=2 error=0
#include <klee/klee.h>

int main (void) {
  int a, by;
  klee_make_symbolic (&a, sizeof a, "a");
  klee_make_symbolic (&by, sizeof by, "by");
  klee_assume ((by != 0) & (by != -1));
  if (a & 1)
    return (long) ((unsigned long) a << 63) / by == 7;
  short small = a, narrow = by | 1;
  return a % by + small / narrow;
}
