/* A header that is checked, then many records; the bug is in a rare kind. */
#include <assert.h>
#include <klee/klee.h>
int main (void) {
  unsigned char p[48];
  int sum = 0;
  klee_make_symbolic (p, sizeof p, "p");
  if (p[0] != 'R' || p[1] != 'P' || p[2] > 8)
    return 1;
  for (int i = 3; i + 3 <= 48; i += 3)
    switch (p[i]) {
    case 0:
      return sum;
    case 1:
      sum += p[i + 1];
      break;
    case 2:
      sum -= p[i + 2] > 9;
      break;
    case 3:
      assert (p[i + 1] != p[i + 2] || i < 6);
      break;
    }
  return sum > 99;
}
