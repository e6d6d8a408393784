// expect: complete=2 error=0
// Parameters of inlined functions have their values when they are declared.
#include <klee/klee.h>

static inline __attribute__ ((always_inline)) int square (int a) {
  return a * a;
}
static inline __attribute__ ((always_inline)) int load (const int *a) {
  return *a;
}

int main (void) {
  int x = klee_range (0, 4, "x"), sum = 0;
  if (x > 1) {
    for (int i = 0; i < 2; i++)
      sum += square (x) + load (&x);
  }
  return sum;
}
