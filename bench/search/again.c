/* A command loop: the bug needs 'set', then 'use'. */
#include <assert.h>
#include <klee/klee.h>
int main (void) {
  int ready = 0;
  for (;;) {
    unsigned char c;
    klee_make_symbolic (&c, sizeof c, "c");
    if (c == 0)
      return 0;
    if (c == 1)
      ready = 1;
    else if (c == 2)
      assert (!ready);
  }
}
