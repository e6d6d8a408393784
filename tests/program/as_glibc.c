// expect: complete=1
/* What sanitizers change natively, or earlier tests: the numbers nobody asked a
 * seed for, the order in which elements are compared. As glibc 2.36 has it.
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char seen[64];
static int compare (const void *a, const void *b) {
  const char *p = a, *q = b;
  sprintf (seen + strlen (seen), "%c%c ", *p, *q);
  return *p - *q;
}

int main (void) {
  char a[] = "aaccc";
  assert (rand () == 1804289383 && random () == 846930886);
  qsort (a, 5, 1, compare);
  assert (!strcmp (seen, "aa cc cc ac ac "));
  return 0;
}
