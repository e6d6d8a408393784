/* options: */
/* Powers of a matrix: products of products. */
#include <klee/klee.h>
#include <stdint.h>
#include <string.h>

int main (void) {
  uint32_t a[8][8], r[8][8];
  klee_make_symbolic (a, sizeof a, "a");
  for (int power = 0; power < 6; power++) {
    for (int i = 0; i < 8; i++)
      for (int j = 0; j < 8; j++) {
        r[i][j] = 0;
        for (int k = 0; k < 8; k++)
          r[i][j] += a[i][k] * a[k][j];
      }
    memcpy (a, r, sizeof a);
  }
  if (a[0][0] == 1 && a[7][7] == 42)
    return 1;
  return 0;
}
