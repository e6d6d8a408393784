// expect: complete=2 error=0
#include <klee/klee.h>

#include <stdlib.h>

int main (void) {
  char c;
  klee_make_symbolic (&c, sizeof c, "c");
  int *p = malloc (sizeof *p);
  if (c == 'x')
    return 1;
  free (p); /* here */
  return 0;
}
