// expect: complete=640 error=0
// Any double as %f. Of each sign 320: 1 to 309 digits before the point, 9 ends of
// powers of ten that round up to one digit more, infinity, and what is no number.
#include <klee/klee.h>
#include <stdio.h>

int main (void) {
  double x;
  char text[400];
  klee_make_symbolic (&x, sizeof x, "x");
  sprintf (text, "%f", x);
  return 0;
}
