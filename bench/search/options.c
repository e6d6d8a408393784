/* Flags in any order; two of them do not go together. */
#include <assert.h>
#include <klee/klee.h>
int main (void) {
  char a[16][2];
  int x = 0, v = 0, q = 0;
  klee_make_symbolic (a, sizeof a, "a");
  for (int i = 0; i < 16 && a[i][0] == '-'; i++)
    switch (a[i][1]) {
    case 'x':
      x++;
      break;
    case 'v':
      v++;
      break;
    case 'q':
      q++;
      break;
    case '-':
      return v;
    default:
      return 2;
    }
  assert (!(v == 1 && q == 1 && !x));
  return 0;
}
