// options: --keep-branches
// expect: complete=4 error=5
// error: use_after_free 19
// error: double_free 21
// error: invalid_free 23
// error: out_of_bounds 25
// error: out_of_bounds 28
#include <klee/klee.h>
#include <stdlib.h>

int main (void) {
  unsigned char c;
  klee_make_symbolic (&c, sizeof c, "c");
  char *p = calloc (2, 8), *q = aligned_alloc (64, 64);
  klee_assert (p[15] == 0 && (unsigned long) q % 64 == 0);
  if (c < 3)
    free (p);
  if (c == 1)
    p[0] = 1; /* here */
  if (c == 2)
    free (p); /* here */
  if (c == 3)
    free (p + 1); /* here */
  if (c == 4)
    q[64] = 1; /* here */
  if (c > 100 && c < 103) {
    p = realloc (p, c);
    p[101] = 1; /* here */
    return 0;
  }
  return 0;
}
