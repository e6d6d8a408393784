/* One question with thousands of answers. */
#include <klee/klee.h>
#include <stdint.h>

#define C1(n) \
  case (n) * 5u: \
    seen[(n) & 7] = (n); \
    return (n) & 15;
#define C4(n) C1 (n) C1 ((n) + 1) C1 ((n) + 2) C1 ((n) + 3)
#define C16(n) C4 (n) C4 ((n) + 4) C4 ((n) + 8) C4 ((n) + 12)
#define C64(n) C16 (n) C16 ((n) + 16) C16 ((n) + 32) C16 ((n) + 48)
#define C256(n) C64 (n) C64 ((n) + 64) C64 ((n) + 128) C64 ((n) + 192)
#define C1024(n) C256 (n) C256 ((n) + 256) C256 ((n) + 512) C256 ((n) + 768)

static volatile int seen[8];
static int find (uint32_t x) {
  switch (x * x) { C1024 (0) }
  return 17;
}

int main (void) {
  uint32_t x;
  klee_make_symbolic (&x, sizeof x, "x");
  return find (x) + find (x + 1);
}
