// options: --stack-size=1M
// expect: complete=1 error=3
// error: stack_exhausted 8
// error: stack_exhausted 12
// error: stack_exhausted 17
#include <klee/klee.h>

static int frames (int n) {
  volatile char room[4096]; /* 256 of them */
  room[n & 4095] = n;
  return n ? room[n & 4095] + frames (n - 1) : 0; }
static int large (int n) { volatile char room[2 << 20]; room[n] = 1; return n; }

int main (void) {
  int k = klee_range (0, 4, "k");
  unsigned n = klee_range (1, 0x200000, "n");
  volatile char given[k == 2 ? n : 1]; /* a symbolic size: both ways */
  given[0] = k;
  return k == 0 ? frames (300) : k == 1 ? large (3) : given[0];
}
