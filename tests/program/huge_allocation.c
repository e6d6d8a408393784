// options: --keep-branches
// expect: complete=3 error=0
#include <klee/klee.h>
#include <stdlib.h>

int main (void) {
  unsigned char c;
  klee_make_symbolic (&c, sizeof c, "c");
  char *p = malloc (1ul << 60);
  if (p)
    return 1;
  p = malloc (8 + ((unsigned long) (c >= 100) << 60));
  if (!p)
    return 2;
  p[7] = 1;
  return c == 7 ? 3 : 0;
}
