#include "sum.h"
#include <klee/klee.h>
int main (void) {
  unsigned char n;
  int of[3] = {1, 2, 3};
  klee_make_symbolic (&n, sizeof n, "n");
  return n > 3 ? usage (n) : sum (of, n);
}
