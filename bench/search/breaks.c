/* A loop that goes on while the input says so; the bug is behind it. */
#include <assert.h>
#include <klee/klee.h>
int main (void) {
  int n = 0;
  for (;;) {
    int more;
    klee_make_symbolic (&more, sizeof more, "more");
    if (!more)
      break;
    n++;
  }
  assert (n != 3);
  return 0;
}
