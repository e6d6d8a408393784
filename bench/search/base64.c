/* Four characters without padding more than the output has room for. */
#include <klee/klee.h>

static int value (char c) {
  if (c >= 'A' && c <= 'Z')
    return c - 'A';
  if (c >= 'a' && c <= 'z')
    return c - 'a' + 26;
  if (c >= '0' && c <= '9')
    return c - '0' + 52;
  return c == '+' ? 62 : c == '/' ? 63 : -1;
}

int main (void) {
  char text[16];
  unsigned char out[9];
  int n = 0;
  klee_make_symbolic (text, sizeof text, "text");
  for (int i = 0; i + 3 < 16; i += 4) {
    int a = value (text[i]), b = value (text[i + 1]);
    int c = value (text[i + 2]), d = value (text[i + 3]);
    if (a < 0 || b < 0)
      return 1;
    out[n++] = a << 2 | b >> 4;
    if (c >= 0)
      out[n++] = b << 4 | c >> 2;
    if (d >= 0)
      out[n++] = c << 6 | d;
  }
  return out[0];
}
