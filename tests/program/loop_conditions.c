// options: --keep-branches
// expect: complete=10 error=0
#include <klee/klee.h>

/* Conditions of loops with && and ||: their values come together before the
 * branch, which is none of its own. 0 to 3 spaces; with less than 3,
 * x, y or another character behind them: 3 times 3, and 1.
 */
int main (void) {
  char s[4];
  int n = 0, i = 0;
  klee_make_symbolic (s, sizeof s, "s");
  for (; i < 3 && s[i] == ' '; i++)
    n++;
  do
    n += 2;
  while (n < 5 && !(s[3] == 'x' || s[3] == 'y'));
  return n;
}
