// expect: complete=6 error=0
#include <klee/klee.h>

static void swap (int *a, int *b) {
  int t = *a;
  *a = *b;
  *b = t;
}

int main (void) {
  int a[3];
  klee_make_symbolic (a, sizeof a, "a");
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2 - i; j++)
      if (a[j] > a[j + 1])
        swap (&a[j], &a[j + 1]);
  if (a[0] > a[1] || a[1] > a[2])
    klee_abort ();
  return 0;
}
