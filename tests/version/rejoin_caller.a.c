/* The edit is in the first block of a function that calls others, before the
 * call: its variables on the stack are the same, and so is all that it calls.
 */
#include "klee/klee.h"

struct count {
  int open, most, other;
};

static int walk (struct count *c, const char *s, int n) {
  for (int i = 0; i < n; i++)
    if (s[i] == '(') {
      if (++c->open > c->most)
        c->most = c->open;
    } else if (s[i] == ')')
      c->open--;
  return c->open;
}

int main (void) {
  char s[6];
  struct count c = {0};
  klee_make_symbolic (s, sizeof s, "s");
  int left = walk (&c, s, sizeof s);
  return left < 0 ? 3 : c.most;
}
