/* options: */
/* Rounds of a hash function on 64 bytes: long terms, all of one path. */
#include <klee/klee.h>
#include <stdint.h>
#include <stdio.h>

static uint32_t turn (uint32_t x, unsigned n) { return x >> n | x << (32 - n); }

int main (void) {
  uint8_t m[64];
  uint32_t w[64], s[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  klee_make_symbolic (m, sizeof m, "m");
  for (int i = 0; i < 16; i++)
    w[i] = (uint32_t) m[4 * i] << 24 | (uint32_t) m[4 * i + 1] << 16 |
           (uint32_t) m[4 * i + 2] << 8 | m[4 * i + 3];
  for (int i = 16; i < 64; i++)
    w[i] = w[i - 16] + w[i - 7] + (turn (w[i - 15], 7) ^ w[i - 15] >> 3) +
           (turn (w[i - 2], 17) ^ w[i - 2] >> 10);
  for (int i = 0; i < 64; i++) {
    uint32_t t =
        s[7] + turn (s[4], 6) + ((s[4] & s[5]) ^ (~s[4] & s[6])) + w[i];
    uint32_t u = turn (s[0], 2) + ((s[0] & s[1]) ^ (s[0] & s[2]));
    for (int k = 7; k; k--)
      s[k] = s[k - 1];
    s[4] += t;
    s[0] = t + u;
  }
  for (uint32_t i = 0; i < 8; i++)
    if ((s[i] & 0xff) == i)
      puts ("found");
  return 0;
}
