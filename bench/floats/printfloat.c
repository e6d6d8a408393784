/* A byte's tenths printed with all digits and read again. */
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>

int main (void) {
  unsigned char c;
  char text[64];
  klee_make_symbolic (&c, sizeof c, "c");
  double x = c / 10.0;
  snprintf (text, sizeof text, "%.17g", x);
  klee_assert (strtod (text, NULL) == x);
  snprintf (text, sizeof text, "%e", x);
  return text[0] == '2';
}
