/* Insertion sort of 8 numbers: 40,320 paths. */
#include <klee/klee.h>
int main (void) {
  int a[8];
  klee_make_symbolic (a, sizeof a, "a");
  for (int i = 1; i < 8; i++)
    for (int j = i; j > 0 && a[j - 1] > a[j]; j--) {
      int t = a[j];
      a[j] = a[j - 1];
      a[j - 1] = t;
    }
  return a[0] > 3;
}
