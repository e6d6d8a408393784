// expect: complete=2 error=0
#include <klee/klee.h>

#include <stdlib.h>

int main (void) {
  char c, local;
  klee_make_symbolic (&c, sizeof c, "c");
  char *p = malloc (4);
  if (c == 'x')
    p[0] = 1;
  free (p); /* here */
  return 0;
}
