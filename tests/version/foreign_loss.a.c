#include <klee/klee.h>

int unknown (int);

static int left (int c) { return unknown (c) == 1; }

static int right (int c) { return unknown (c) == 2; }

int main (void) {
  int c;
  klee_make_symbolic (&c, sizeof c, "c");
  return c > 3 ? left (c) : right (c);
}
