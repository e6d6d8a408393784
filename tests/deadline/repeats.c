/* What paths do after their decisions is done again by their tests. */
#include <klee/klee.h>
#include <stdint.h>

int main (void) {
  uint8_t bytes[64];
  volatile uint32_t n = 0;
  klee_make_symbolic (bytes, sizeof bytes, "bytes");
  for (int i = 0; i < 64; i++)
    if (bytes[i] > 100) {
      for (int k = 0; k < 20000; k++)
        n += k;
      return n > 7 && bytes[i] < 120 ? i : -1;
    }
  return 0;
}
