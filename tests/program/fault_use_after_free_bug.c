// expect: complete=1 error=1
// error: use_after_free 14
#include <klee/klee.h>

#include <stdlib.h>

int main (void) {
  char c;
  klee_make_symbolic (&c, sizeof c, "c");
  int *p = malloc (sizeof *p);
  *p = 7;
  if (c == 'x')
    free (p);
  int v = *p; /* here */
  if (c != 'x')
    free (p);
  return v;
}
