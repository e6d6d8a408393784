// options: --sym-stdin=2
// expect: complete=7 error=0
#include <assert.h>
#include <stdio.h>

/* Nothing; one byte, a digit or not; two: each of the two. */
int main (void) {
  int c, digits = 0, bytes = 0;
  while ((c = getchar ()) != EOF) {
    bytes++;
    if (c >= '0' && c <= '9')
      digits++;
  }
  assert (bytes <= 2 && digits <= bytes);
  printf ("%d of %d\n", digits, bytes);
  return digits;
}
