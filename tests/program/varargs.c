// expect: complete=2 error=0
#include <klee/klee.h>

#include <stdarg.h>

static long sum (int n, ...) {
  va_list ap;
  long s = 0;
  va_start (ap, n);
  for (int i = 0; i < n; i++)
    s += i % 2 ? (long) va_arg (ap, double) : va_arg (ap, int);
  va_end (ap);
  return s;
}

int main (void) {
  int a;
  klee_make_symbolic (&a, sizeof a, "a");
  if (sum (4, a, 2.0, 3, 4.0) == 100)
    return 1;
  return 0;
}
