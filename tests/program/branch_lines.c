// options: --keep-branches
// expect: complete=4 error=0
#include <klee/klee.h>

/* Branches are counted in the line where their condition begins, though the
 * operator behind it is on the next (coverage). a is 1 and b is 2, or is not; a
 * is not 1 and above 3, or is not.
 */
int main (void) {
  signed char a, b;
  klee_make_symbolic (&a, sizeof a, "a");
  klee_make_symbolic (&b, sizeof b, "b");
  return (a == 1 && b == 2)
         || a > 3;
}
