// expect: complete=1 error=0
// Comparisons of numbers that come from an integer, without a branch: for all
// values at once, against what the same code computes.
#include <assert.h>
#include <klee/klee.h>
#include <math.h>

static unsigned both (int x, unsigned char u) {
  double d = x, e = u / 10.0 - 3;
  float f = -(float) x * 0.1f;
  long double l = d, m = -l;
  unsigned res = 0;
  res = res << 1 | (d < 17.5);
  res = res << 1 | (e >= 4.7);
  res = res << 1 | (e == 9.3);
  res = res << 1 | (f <= -2.5f);
  res = res << 1 | (f != 0.7f);
  res = res << 1 | (d / -7 > 5);
  res = res << 1 | !(-d >= 1e300 * 1e300);
  res = res << 1 | (floor (e) == 4);
  res = res << 1 | (l > 100.25L);
  res = res << 1 | (m < -3);
  res = res << 1 | ((double) m <= 0);
  res = res << 1 | ((long double) x == l);
  res = res << 1 | ((int) l > 7);
  res = res << 1 | ((int) d == x);
  res = res << 1 | ((unsigned char) (double) u == u);
  res = res << 1 | (0.5 * (u * 3e307) > 1.7e308);
  res = res << 1 | ((float) (d * 1e37) < 9e37f);
  return res;
}

int main (void) {
  static unsigned want[256];
  unsigned char n;
  klee_make_symbolic (&n, sizeof n, "n");
  for (unsigned i = 0; i < 256; i++)
    want[i] = both ((int) i - 128, i);
  klee_assert (both ((int) n - 128, n) == want[n]);
  return 0;
}
