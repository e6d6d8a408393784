// options: --fail-malloc=1
// expect: complete=4 error=1
// error: null_pointer 14
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The first fails, or the second, or realloc, or strdup, or none. */
int main (void) {
  char *p = malloc (4), *q, *r;
  if (!p)
    return errno == ENOMEM ? 1 : 2;
  q = calloc (4, 1);
  q[0] = 1; /* here */
  r = realloc (p, 9);
  if (!r)
    free (p);
  char *s = strdup ("text");
  free (s);
  free (q);
  free (r);
  return 0;
}
