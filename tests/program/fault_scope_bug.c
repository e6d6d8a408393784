// expect: complete=3 error=1
// error: use_after_free 25
// A variable of a block is gone behind it; that of a loop is there again.
#include <klee/klee.h>

static int *last;

static int see (int *p) {
  int r = last ? *last : 0;
  last = p;
  return r;
}

int main (void) {
  int x = klee_range (0, 4, "x"), y = 0, *p = &y;
  if (x == 1) {
    int a = 5;
    p = &a;
  }
  for (int i = 0; x > 1 && i < 2; i++) {
    int n = i;
    y = see (&n);
  }
  if (x < 3)
    return *p; /* here */
  return y;
}
