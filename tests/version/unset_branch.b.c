/* A branch asks first whether its condition was ever set: who answers that has
 * not taken a side of it.
 */
#include <klee/klee.h>
#include <stdlib.h>

static int seen;

int main (void) {
  unsigned char x;
  klee_make_symbolic (&x, sizeof x, "x");
  char *p = calloc (1 + (x & 1), 1);
  p = realloc (p, 2);
  if (x > 128)
    seen = 2;
  if (p[1])
    exit (1);
  return seen;
}
