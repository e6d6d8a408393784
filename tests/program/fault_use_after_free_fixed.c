// expect: complete=2 error=0
#include <klee/klee.h>

#include <stdlib.h>

int main (void) {
  char c;
  klee_make_symbolic (&c, sizeof c, "c");
  int *p = malloc (sizeof *p);
  *p = 7;
  if (c == 'x')
    free (p);
  int v = c == 'x' ? 0 : *p;
  if (c != 'x')
    free (p);
  return v;
}
