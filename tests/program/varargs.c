// expect: complete=4 error=0
#include <klee/klee.h>

#include <assert.h>
#include <stdarg.h>

static long add (int n, ...) {
  va_list a, b;
  va_start (a, n);
  va_copy (b, a);
  long sum = 0;
  for (int i = 0; i < n; i++)
    sum += va_arg (a, int);
  sum += (long) va_arg (a, double);
  sum += (long) va_arg (a, long double);
  sum += va_arg (a, long);
  sum -= va_arg (b, int);
  va_end (b);
  va_end (a);
  return sum;
}

int main (void) {
  int x;
  klee_make_symbolic (&x, sizeof x, "x");
  klee_assume (x > 0 & x < 5);
  long sum = add (3, x, 2, 3, 4.75, 5.25L, 1L << 40);
  assert (sum == 2 + 3 + 4 + 5 + (1L << 40));
  switch (x) {
  case 1:
    return 1;
  case 2:
    return 2;
  case 3:
    return 3;
  default:
    return 4;
  }
}
