// options: --check-leaks
// expect: complete=2 error=0
#include <klee/klee.h>

#include <stdlib.h>

int main (void) {
  char c;
  klee_make_symbolic (&c, sizeof c, "c");
  char *p = malloc (4);
  free (p);
  if (c == 'x')
    return 1;
  return 0; /* here */
}
