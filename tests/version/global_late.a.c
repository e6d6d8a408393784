#include <klee/klee.h>
#include <stdlib.h>

static int mode;

static int twice (int x) { return x + x; }

static int value (int x, char c) {
  if (c == 'm')
    return twice (x);
  return x;
}

int main (void) {
  char s[4];
  klee_make_symbolic (s, sizeof s, "s");
  int x = 1;
  if (s[0] == 'x')
    x = 2;
  for (int i = 1; i < 4; i++)
    x = value (x, s[i]);
  if (x == 16)
    abort ();
  return x;
}
