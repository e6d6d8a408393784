/* A block of the heap is made in the block of code that the edit changes, and
 * is told of in an error, with its place.
 */
#include <klee/klee.h>
#include <stdlib.h>

static int seen;

int main (void) {
  unsigned char in[3];
  klee_make_symbolic (in, sizeof in, "in");
  seen = 0;
  char *first = malloc (4), *second = malloc (8);
  if (!first || !second)
    return 1;
  for (int i = 0; i < 3; i++)
    if (in[i] > 'k')
      first[i] = 1;
    else if (in[i] == 'a')
      second[i] = 2;
  if (in[0] == 7)
    first[in[1] & 4] = 3;
  free (first);
  if (in[0] == 8)
    return first[0];
  free (second);
  return seen;
}
