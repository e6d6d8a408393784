// expect: complete=43 error=0
#include <klee/klee.h>

/* counted by brute force over all pairs: distinct sequences of
 * comparisons of the subtractive algorithm, numbers 1 .. 8 */
int main (void) {
  unsigned char a, b;
  klee_make_symbolic (&a, sizeof a, "a");
  klee_make_symbolic (&b, sizeof b, "b");
  klee_assume (a >= 1);
  klee_assume (a <= 8);
  klee_assume (b >= 1);
  klee_assume (b <= 8);
  while (a != b)
    if (a > b)
      a = (unsigned char) (a - b);
    else
      b = (unsigned char) (b - a);
  return a;
}
