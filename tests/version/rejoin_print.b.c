// expect: something carried
/* The edit is behind the last decision, and before a call that is most of the
 * way to the end.
 */
#include "klee/klee.h"
#include <stdio.h>

static int value (const char *s, int n, int *i) {
  int v = 0;
  while (*i < n && s[*i] >= '0' && s[*i] <= '9')
    v = v * 2 + (*i)++;
  if (*i < n && s[*i] == '(') {
    ++*i;
    v += value (s, n, i);
  }
  return v;
}

static void report (int v, int wrong) {
  char line[40];
  for (int i = 0; i < 40; i++)
    line[i] = (char) (i * v + wrong);
  printf (wrong ? "wrong %d\n" : "right %d\n", line[7]);
}

int main (void) {
  char s[4];
  int i = 0;
  klee_make_symbolic (s, sizeof s, "s");
  int v = value (s, sizeof s, &i);
  report (v, i != 4);
  return 0;
}
