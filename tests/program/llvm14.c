// bitcode: clang-14 -O0 -Xclang -disable-O0-optnone
// options: --keep-branches
// expect: complete=4 error=1
// error: division_by_zero 10
#include <klee/klee.h>

int main (void) {
  int a[4] = {1, 2, 3, 4}, n;
  klee_make_symbolic (&n, sizeof n, "n");
  int x = 100 / n; /* here */
  if (x > 10)
    return a[n & 3];
  if (x < 0)
    return 1;
  return n > 50 ? 2 : 0;
}
