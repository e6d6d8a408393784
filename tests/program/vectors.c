// bitcode: clang-19 -O3
// expect: complete=1 error=0
#include <klee/klee.h>

int main (void) {
  unsigned char data[64];
  unsigned sum = 0;
  klee_make_symbolic (data, sizeof data, "data");
  for (int i = 0; i < 64; i++)
    sum += data[i] * 3;
  klee_assert (sum <= 64 * 255 * 3);
  if (sum == 7)
    return 1;
  return 0;
}
