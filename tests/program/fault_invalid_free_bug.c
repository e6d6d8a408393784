// expect: complete=1 error=1
// error: invalid_free 13
#include <klee/klee.h>

#include <stdlib.h>

int main (void) {
  char c, local;
  klee_make_symbolic (&c, sizeof c, "c");
  char *p = malloc (4);
  if (c == 'x')
    p = &local;
  free (p); /* here */
  return 0;
}
