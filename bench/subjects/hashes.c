/* A hash of 6 words with two tests of each: hard queries, few paths. */
#include <klee/klee.h>
int main (void) {
  unsigned x[6], h = 7;
  int n = 0;
  klee_make_symbolic (x, sizeof x, "x");
  for (int i = 0; i < 6; i++) {
    h = (h ^ x[i]) * 2654435761u;
    h ^= h >> 13;
    if ((h & 0xff) < 70)
      n++;
    if ((h >> 24) > (x[i] & 0xff))
      n += 3;
  }
  return n;
}
