/* Hello, some data, bye; data after bye is a bug. */
#include <assert.h>
#include <klee/klee.h>
enum { START, OPEN, CLOSED };
int main (void) {
  int state = START, bytes = 0;
  for (;;) {
    unsigned char kind, len;
    klee_make_symbolic (&kind, 1, "kind");
    klee_make_symbolic (&len, 1, "len");
    if (kind > 3)
      return bytes;
    if (kind == 0 && state == START)
      state = OPEN;
    else if (kind == 1 && state != START) {
      assert (state == OPEN);
      if (len > 100)
        bytes += len;
    } else if (kind == 2 && state == OPEN)
      state = CLOSED;
  }
}
