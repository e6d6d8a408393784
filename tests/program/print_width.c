// expect: complete=28 error=0
// Width and precision that are symbolic: a path for each value of theirs, all
// precisions below 0 as one; the digits are as many as they say.
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <string.h>

int main (void) {
  signed char width, precision;
  unsigned char x;
  char text[64];
  klee_make_symbolic (&width, 1, "width");
  klee_make_symbolic (&precision, 1, "precision");
  klee_make_symbolic (&x, 1, "x");
  klee_assume ((width >= 7) & (width < 11) & (precision < 6) & (x >= 80));
  int n = snprintf (text, sizeof text, "%*.*f", width, precision, x / 8.0);
  int behind = precision < 0 ? 6 : precision;
  const char *point = strchr (text, '.');
  assert (n == (int) strlen (text) && n >= width);
  assert (point ? (int) strlen (point + 1) == behind : behind == 0);
  return 0;
}
