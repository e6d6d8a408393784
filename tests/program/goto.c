// expect: complete=4 error=0
#include <klee/klee.h>

int main (void) {
  unsigned char c;
  static void *const target[] = {&&one, &&two, &&three};
  klee_make_symbolic (&c, sizeof c, "c");
  if (c > 2)
    return 0;
  goto *target[c];
one:
  return 1;
two:
  return 2;
three:
  return 3;
}
