/* Percent decoding writes one byte too far where an escape is cut off. */
#include <klee/klee.h>
static int hex (char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c <= 'f')
    return c - 'a' + 10;
  return -1;
}
int main (void) {
  char s[33], out[33];
  int n = 0;
  klee_make_symbolic (s, 32, "s");
  s[32] = 0;
  for (int i = 0; s[i]; i++)
    if (s[i] == '%' && hex (s[i + 1]) >= 0) {
      out[n++] = (char) (hex (s[i + 1]) * 16 + hex (s[i + 2]));
      i += 2; /* one past the end, if the string ended in between */
    } else
      out[n++] = s[i];
  return out[0] == n;
}
