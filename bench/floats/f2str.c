/* A number as text with six digits, by hand: sign, power of ten, digits. */
#include <klee/klee.h>

static int put (char *s, float x) {
  int n = 0, power = 0;
  if (x != x) {
    s[0] = 'n';
    return 1;
  }
  if (x < 0) {
    s[n++] = '-';
    x = -x;
  }
  if (x > 3.4e38f) {
    s[n++] = 'i';
    return n;
  }
  while (x >= 10) {
    x /= 10;
    power++;
  }
  while (x > 0 && x < 1) {
    x *= 10;
    power--;
  }
  for (int i = 0; i < 6; i++) {
    int digit = (int) x;
    klee_assert (digit >= 0 && digit <= 9);
    s[n++] = (char) ('0' + digit);
    x = (x - (float) digit) * 10;
  }
  s[n++] = 'e';
  s[n++] = (char) ('0' + power / 10);
  s[n++] = (char) ('0' + power % 10);
  return n;
}

int main (void) {
  char text[16];
  float x;
  klee_make_symbolic (&x, sizeof x, "x");
  if (x > 1e6f || (x < 1e-6f && x > 0))
    return 0;
  return put (text, x);
}
