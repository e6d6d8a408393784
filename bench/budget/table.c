/* options: */
/* Symbolic indices into a large table that is written at them. */
#include <klee/klee.h>
#include <stdint.h>
static uint16_t table[1 << 18];
int main (void) {
  uint32_t at[64], sum = 0;
  klee_make_symbolic (at, sizeof at, "at");
  for (int i = 0; i < 1 << 18; i++)
    table[i] = (uint16_t) (i * 40503u);
  for (int i = 0; i < 64; i++) {
    at[i] %= 1 << 18;
    table[at[i]] ^= (uint16_t) sum;
    sum += table[at[i] / 2 + at[i / 2] / 2];
    if (sum % 251 == 7)
      sum++;
  }
  return sum == 123456;
}
