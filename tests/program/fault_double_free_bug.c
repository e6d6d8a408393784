// expect: complete=1 error=1
// error: double_free 13
#include <klee/klee.h>

#include <stdlib.h>

int main (void) {
  char c;
  klee_make_symbolic (&c, sizeof c, "c");
  int *p = malloc (sizeof *p);
  if (c == 'x')
    free (p);
  free (p); /* here */
  return 0;
}
