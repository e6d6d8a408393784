/* Run-length decoding: the sum of the first runs is too long. */
#include <klee/klee.h>
int main (void) {
  unsigned char in[32], out[64];
  int n = 0;
  klee_make_symbolic (in, sizeof in, "in");
  for (int i = 0; i + 1 < 32 && in[i]; i += 2) {
    int len = in[i] & 31;
    for (int k = 0; k < len; k++)
      out[n++] = in[i + 1];
  }
  return n ? out[0] : 0;
}
