// expect: complete=2 error=0
#include <klee/klee.h>

#include <stdio.h>

int main (void) {
  int a;
  klee_make_symbolic (&a, sizeof a, "a");
  if (a > 0)
    printf ("%s %d %5.2f %x\n", "positive", 42, 3.14159, 255u);
  return 0;
}
