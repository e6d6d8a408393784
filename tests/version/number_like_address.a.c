#include <klee/klee.h>

static int first (void) { return 1; }
static int second (void) { return 2; }
static const int table[2] = {7, 16};

int main (void) {
  int c;
  int (*volatile f) (void) = first;
  klee_make_symbolic (&c, sizeof c, "c");
  if (c <= 3)
    return second ();
  if (table[1] == 16)
    return f ();
  return c > 7 ? 5 : 2;
}
