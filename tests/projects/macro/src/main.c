#include "stacks.h"
#include <klee/klee.h>
#include <stdlib.h>
int main (void) {
  unsigned char n;
  struct long_stack *s = calloc (1, sizeof *s);
  klee_make_symbolic (&n, sizeof n, "n");
  for (unsigned i = 0; i < n % 8u; i++)
    long_push (s, i);
  int result = long_pop (s) == 3;
  free (s);
  return result;
}
