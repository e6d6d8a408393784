/* Many constants in one function, each another one. */
#include <klee/klee.h>
#include <stdint.h>

#define S1(n) x = x * ((n) * 8u + 3) + (n) * 5u;
#define S4(n) S1 (n) S1 ((n) + 1) S1 ((n) + 2) S1 ((n) + 3)
#define S16(n) S4 (n) S4 ((n) + 4) S4 ((n) + 8) S4 ((n) + 12)
#define S64(n) S16 (n) S16 ((n) + 16) S16 ((n) + 32) S16 ((n) + 48)
#define S256(n) S64 (n) S64 ((n) + 64) S64 ((n) + 128) S64 ((n) + 192)
#define S1024(n) S256 (n) S256 ((n) + 256) S256 ((n) + 512) S256 ((n) + 768)
#define S4096(n) \
  S1024 (n) S1024 ((n) + 1024) S1024 ((n) + 2048) S1024 ((n) + 3072)

static uint32_t mixed (uint32_t x) { S4096 (0) S4096 (4096) return x; }

int main (void) {
  uint8_t bytes[64];
  uint32_t n = mixed (1);
  klee_make_symbolic (bytes, sizeof bytes, "bytes");
  for (int i = 0; i < 64; i++)
    if (bytes[i] & 1)
      n++;
  return n & 7;
}
