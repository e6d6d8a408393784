/* A menu in a menu; leaving the inner one twice is a bug. */
#include <assert.h>
#include <klee/klee.h>
static int get (void) {
  unsigned char c;
  klee_make_symbolic (&c, sizeof c, "c");
  return c & 7;
}
int main (void) {
  int left = 0, c, d;
  while ((c = get ()) != 0)
    if (c == 1)
      while ((d = get ()) != 0)
        if (d == 2) {
          assert (++left < 2);
          break;
        }
  return left;
}
