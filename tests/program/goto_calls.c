// expect: complete=3 error=0
/* Labels behind calls: a block of the program is then several of ours. */
#include <klee/klee.h>
#include <stdlib.h>

static int seen;
static void note (int x) { seen += x; }

int main (void) {
  unsigned char c;
  void *target = &&three;
  klee_make_symbolic (&c, sizeof c, "c");
  note (1);
  if (c == 1) {
    note (2);
    target = &&one;
  } else if (c == 2)
    target = &&two;
  goto *target;
one:
  note (10);
  if (seen != 13)
    abort ();
  return 1;
two:
  note (20);
  if (seen != 21)
    abort ();
  return 2;
three:
  return 3;
}
