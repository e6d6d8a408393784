// options: --check-leaks
// expect: complete=1 error=1
// error: leak 11
#include <klee/klee.h>

#include <stdlib.h>

int main (void) {
  char c;
  klee_make_symbolic (&c, sizeof c, "c");
  char *p = malloc (4); /* here */
  if (c != 'x')
    free (p);
  return 0;
}
