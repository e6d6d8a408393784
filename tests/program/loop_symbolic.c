// expect: complete=11 error=0
#include <klee/klee.h>

int main (void) {
  unsigned n, sum = 0;
  klee_make_symbolic (&n, sizeof n, "n");
  klee_assume (n <= 10);
  for (unsigned i = 0; i < n; i++)
    sum += i;
  return (int) sum;
}
