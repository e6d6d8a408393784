// options: --keep-branches
// expect: complete=3 error=1
// error: out_of_bounds 14
#include <alloca.h>
#include <klee/klee.h>

int main (void) {
  int n = klee_range (1, 5, "n");
  int a[n];
  unsigned char *p = alloca (3);
  p[2] = 7;
  for (int i = 0; i < n; i++)
    a[i] = i;
  a[n == 3 ? 3 : 0] += p[2]; /* here */
  return a[n - 1];
}
