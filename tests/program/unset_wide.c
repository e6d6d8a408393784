// expect: complete=2 error=8
// error: uninitialized 27
// error: uninitialized 32
// error: uninitialized 37
// error: uninitialized 41
// error: uninitialized 44
// error: uninitialized 48
// error: uninitialized 50
// error: uninitialized 53
// replay: no
#include <complex.h>
#include <klee/klee.h>
#include <stdio.h>
typedef int v4 __attribute__ ((vector_size (16)));
struct big {
  long double l;
  __int128 w;
  float f[3];
  _Bool b;
};
int main (void) {
  v4 a, b = {1, 2, 3, 4};
  int n = klee_int ("n");
  if (n == 1)
    a = b;
  v4 c = a + b;
  if (n == 2 && c[1])
    puts ("v");
  struct big s, t;
  s.w = n;
  t = s;
  if (t.w == 3) {
    if (t.l > 1)
      puts ("l");
  }
  if (n == 4) {
    if (t.b)
      puts ("b");
  }
  double complex z;
  if (n == 5 && creal (z) > 1)
    puts ("z");
  volatile int q;
  if (n == 6 && q)
    puts ("q");
  char *p;
  if (n == 7)
    puts (p);
  long double ld;
  if (n == 8 && ld > 2)
    puts ("ld");
  unsigned __int128 w;
  if (n == 9 && (w >> 100))
    puts ("w");
  return 0;
}
