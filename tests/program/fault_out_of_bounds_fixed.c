// expect: complete=2 error=0
#include <klee/klee.h>

int main (void) {
  int a[4] = {1, 2, 3, 4};
  unsigned i;
  klee_make_symbolic (&i, sizeof i, "i");
  if (i < 4)
    return a[i]; /* here */
  return 0;
}
