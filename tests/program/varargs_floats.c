// expect: complete=1 error=0
// Floats of a struct are read two at a time, aligned to 16, wherever the
// integers in registers end.
#include <klee/klee.h>

#include <assert.h>
#include <stdarg.h>

typedef struct point {
  float x, y, z;
} point;

static int add (int n, ...) {
  va_list a;
  va_start (a, n);
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += va_arg (a, int);
  sum += (int) va_arg (a, point).z;
  va_end (a);
  return sum;
}

int main (void) {
  int x;
  klee_make_symbolic (&x, sizeof x, "x");
  klee_assume (x > 0 & x < 5);
  point p = {1, 2, 3};
  assert (add (1, x, p) == x + 3);
  assert (add (2, x, 5, p) == x + 8);
  return 0;
}
