// expect: complete=1 error=1 cut=0
// error: out_of_bounds 12
// Larger than what can be allocated.
#include <klee/klee.h>

static char large[1ul << 29];

int main (void) {
  int i = klee_range (0, 3, "i");
  large[(1ul << 29) - 1] = 3;
  if (i == 2)
    large[1ul << 29] = 1; /* here */
  return i ? large[(1ul << 29) - 1] : large[5];
}
