// options: --keep-branches
// expect: complete=14 error=4
// error: out_of_bounds 24
// error: out_of_bounds 31
// replay: no
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

/* More objects than a pointer may reach: which of them it does is a question
 * for the solver, or that of the object it starts from.
 */
static char *part[400];
static char text[4] = "abc";

int main (void) {
  uint64_t x;
  klee_make_symbolic (&x, sizeof x, "x");
  for (int i = 0; i < 400; i++) {
    part[i] = calloc (1, 8);
    part[i][0] = (char) (i % 2);
  }
  if (x >= (uint64_t) part[3] && x < (uint64_t) part[6])
    return *(char *) x == 1; /* here, between two of them */
  if (x >= 1000 && x < 1010) {
    char *p = part[x - 700];
    return p[0];
  }
  if (x < 4)
    return text[x] == 'b';
  return text[x] == 'b'; /* here, behind it */
}
