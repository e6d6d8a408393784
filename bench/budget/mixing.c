/* options: */
/* Terms that get larger with every step, and a question about them. */
#include <klee/klee.h>
#include <stdint.h>
int main (void) {
  uint8_t a[256];
  uint32_t h = 17;
  klee_make_symbolic (a, sizeof a, "a");
  for (int round = 0;; round++) {
    for (int i = 0; i < 256; i++)
      h = (h ^ a[i]) * 16777619u + (h >> 13);
    if (h % 5003 == 4999)
      return 1;
  }
}
