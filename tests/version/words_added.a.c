#include <klee/klee.h>

/* A decision that is new in the middle: of what follows only questions about
 * its input are new.
 */
int main (void) {
  unsigned char a, b, c;
  int n = 0;
  klee_make_symbolic (&a, sizeof a, "a");
  klee_make_symbolic (&b, sizeof b, "b");
  klee_make_symbolic (&c, sizeof c, "c");
  n += a > 10;
  if (b & 1)
    n += 4;
  if (c > 5 && c < 3)
    klee_abort ();
  if (c > 100)
    n += c > 50 ? 8 : 16;
  if (a > 20)
    n += a > 10 ? 32 : 64;
  return n;
}
