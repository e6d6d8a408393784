/* A code of only ones is longer than the longest that is in the table. */
#include <klee/klee.h>

int main (void) {
  unsigned char bits[6];
  int counts[20] = {0}, symbols = 0;
  klee_make_symbolic (bits, sizeof bits, "bits");
  for (int i = 0, length = 0; i < 48; i++) {
    if (bits[i / 8] >> (i % 8) & 1) {
      length++;
      continue;
    }
    counts[length]++;
    symbols += length > 3;
    length = 0;
  }
  return symbols;
}
