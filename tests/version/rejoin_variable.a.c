/* New variables on the stack, while they are there and when they are gone: what
 * is behind them is the same, but for who looks at where an old one lies.
 */
#include "klee/klee.h"
#include <stdint.h>
#include <string.h>

static int last (const char *s) {
  char copy[4];
  memcpy (copy, s, 4);
  if ((uintptr_t) copy >> 20 & 1)
    return copy[3] == 'x';
  return copy[2];
}

static int check (const char *s) { return last (s) > 0; }

int main (void) {
  char s[6];
  klee_make_symbolic (s, sizeof s, "s");
  int r = check (s);
  for (int i = 0; i < 5; i++)
    if (s[i] > s[i + 1])
      r += last (s + (i & 1));
  return r;
}
