// expect forwards: something carried
/* A new value lives in a frame as long as a loop goes on, and is looked at in a
 * block that few paths come to: the others are as they were.
 */
#include <klee/klee.h>

static int strict;

static int argc_seen (int n) { return n & 1; }

static int scan (const char *s, int n) {
  int open = 0;
  const int least = strict ? 3 : 2 + argc_seen (n);
  for (int i = 0; i < n; i++)
    if (s[i] == '(')
      open++;
    else if (s[i] == ')')
      open--;
    else if (s[i] == '!' && open > 2)
      return open > least ? open : 3;
  return open == 1 ? 7 : 0;
}

int main (int argc, char **argv) {
  char s[6];
  (void) argv;
  klee_make_symbolic (s, sizeof s, "s");
  strict = argc > 5;
  return scan (s, sizeof s);
}
