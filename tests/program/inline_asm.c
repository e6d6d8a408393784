// options: --keep-branches
// expect: complete=4 error=0 cut=1
// lost: inline assembly
#include <cpuid.h>
#include <klee/klee.h>

int main (void) {
  unsigned n, a = 0, b = 0, c = 0, d = 0;
  klee_make_symbolic (&n, sizeof n, "n");
  __asm__ volatile ("" ::: "memory");
  if (n == 3)
    __asm__ volatile ("rdtsc" : "=a"(a), "=d"(d));
  if (n == 4)
    __cpuid (0, a, b, c, d);
  unsigned swapped = n;
  unsigned long whole = n;
  __asm__ ("bswap %0" : "=r"(swapped) : "0"(swapped));
  __asm__ ("bswapq %0" : "+r"(whole));
  if (swapped == 0x01020304)
    return n == 0x04030201 ? 1 : 2;
  if (whole == 0x1122334400000000)
    return n == 0x44332211 ? 3 : 4;
  return 0;
}
