/* A combination lock in a state machine with a loop in every state. */
#include <assert.h>
#include <klee/klee.h>
int main (void) {
  int state = 0;
  for (int i = 0; i < 60; i++) {
    unsigned char c;
    klee_make_symbolic (&c, sizeof c, "c");
    if (state == 0)
      state = c == 'a' ? 1 : 0;
    else if (state == 1)
      state = c == 'b' ? 2 : c == 'a' ? 1 : 0;
    else if (state == 2)
      state = c == 'c' ? 3 : c == 'a' ? 1 : 0;
    assert (state != 3);
  }
  return state;
}
