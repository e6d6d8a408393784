/* options: */
/* options: --jobs=2 */
/* A hash that nobody inverts, again and again. */
#include <klee/klee.h>
#include <stdint.h>
int main (void) {
  uint8_t a[16];
  uint32_t h = 17;
  int n = 0;
  klee_make_symbolic (a, sizeof a, "a");
  for (int k = 0; k < 64; k++) {
    for (int i = 0; i < 64; i++)
      h = ((h ^ a[i % 16]) * 16777619u) ^ h >> 13;
    if (h == 0xdeadbeefu + (unsigned) k)
      n++;
  }
  return n;
}
