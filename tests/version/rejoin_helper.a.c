/* The edit is in a function that every path calls first; what it does is gone
 * when it returns.
 */
#include "klee/klee.h"

static int seen;

static int clean (const char *s) {
  int bad = 0;
  for (int i = 0; i < 2; i++)
    if (s[i] == ' ')
      bad = bad + 1;
  return bad * 0;
}

static int sum (const char *s) {
  int r = 0;
  for (int i = 2; i < 8; i++)
    if (s[i] > 'm')
      r += i;
  return r;
}

int main (void) {
  char s[8];
  klee_make_symbolic (s, sizeof s, "s");
  seen = clean (s);
  return sum (s) + seen;
}
