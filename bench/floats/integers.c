/* Integers of each width to numbers and back. */
#include <klee/klee.h>
#include <stdint.h>

int main (void) {
  int32_t i;
  int64_t l;
  uint64_t u;
  klee_make_symbolic (&i, sizeof i, "i");
  klee_make_symbolic (&l, sizeof l, "l");
  klee_make_symbolic (&u, sizeof u, "u");
  klee_assert ((int32_t) (double) i == i);
  if ((float) i == 16777216.0f && i != 16777216)
    return 1;
  double d = (double) l;
  if (d >= 0x1p53 && d < 0x1p54)
    klee_assert ((int64_t) d - l <= 1 && l - (int64_t) d <= 1);
  double v = (double) u, w = (float) u;
  if (v > w)
    return 2;
  return v < w ? 3 : v >= 0x1p64 ? 4 : 5;
}
