/* Bubble sort of many, then a look at the smallest. */
#include <assert.h>
#include <klee/klee.h>
int main (void) {
  int a[9];
  klee_make_symbolic (a, sizeof a, "a");
  for (int i = 0; i < 9; i++)
    for (int j = 0; j + 1 < 9 - i; j++)
      if (a[j] > a[j + 1]) {
        int t = a[j];
        a[j] = a[j + 1];
        a[j + 1] = t;
      }
  assert (a[0] != 123456 || a[8] != 123456);
  return 0;
}
