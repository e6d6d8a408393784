/* A number with a sign and digits; 12 in all is a bug. */
#include <assert.h>
#include <ctype.h>
#include <klee/klee.h>
int main (void) {
  char s[24];
  int v = 0, sign = 1, i = 0;
  klee_make_symbolic (s, sizeof s, "s");
  while (i < 24 && s[i] == ' ')
    i++;
  if (i < 24 && s[i] == '-')
    sign = -1, i++;
  for (; i < 24 && s[i] >= '0' && s[i] <= '9'; i++)
    v = (v * 10 + s[i] - '0') % 100000;
  assert (sign * v != -12);
  return v;
}
