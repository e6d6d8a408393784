// expect: complete=3 error=0
// Which NaN it is: made by the processor it is negative; that of an operand is
// passed on, made quiet; -x and fabs change its sign.
#include <assert.h>
#include <klee/klee.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static bool prints (const char *format, double x, const char *want) {
  char text[64];
  sprintf (text, format, x);
  return !strcmp (text, want);
}

static void of_zero (double z) {
  double q = 0.0 / z;
  if (z != 0)
    return;
  assert (prints ("%.0f", q, "-nan") && prints ("%g", -q, "nan"));
  assert (signbit (q) && !signbit (fabs (q)) && !signbit (-q));
}

static void of_negative (double z) {
  double root = sqrt (z);
  if (z >= 0)
    return;
  assert (signbit (root) && isnan (root) && !signbit (-root));
  assert (prints ("%e", root + 1, "-nan"));
  assert (signbit ((long double) root * 2));
  float f = (float) root;
  unsigned bits;
  memcpy (&bits, &f, sizeof bits);
  assert (bits == 0xffc00000);
}

static void of_payload (unsigned char b, double z) {
  unsigned long first = 0x7ff0000000000000 | b, bits;
  double n;
  memcpy (&n, &first, sizeof n);
  n = n * 2 - 1;
  memcpy (&bits, &n, sizeof bits);
  assert (bits == (b ? first | 1ul << 51 : first));
  n = 3 - n;
  memcpy (&bits, &n, sizeof bits);
  assert (bits == (b ? first | 1ul << 51 : first | 1ul << 63));
  assert (!signbit (copysign (n, z)) == !signbit (z));
  assert (!b || fmin (n, 3.0) == 3);
}

int main (void) {
  signed char b;
  klee_make_symbolic (&b, sizeof b, "b");
  of_zero (b);
  of_negative (b);
  of_payload ((unsigned char) b, b);
  return 0;
}
