/* options: */
/* Inputs without end, all of the same name. */
#include <klee/klee.h>
int main (void) {
  for (;;) {
    int x;
    klee_make_symbolic (&x, sizeof x, "x");
    if (x == 7)
      return 1;
  }
}
