// options: --keep-branches
// expect: complete=2 error=0 cut=1
// lost: inline assembly
#include <klee/klee.h>

int main (void) {
  int n, m = 0;
  klee_make_symbolic (&n, sizeof n, "n");
  __asm__ volatile ("" ::: "memory");
  if (n == 3)
    __asm__ volatile ("rdtsc" : "=a"(m) : : "edx");
  if (n == 4)
    return 1;
  return m & 1;
}
