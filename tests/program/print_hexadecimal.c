// expect: complete=230 error=0
// Any double as %a. Of each sign 115: 0, infinity and what is no number, and 14
// counts of digits, with exponents of one to four digits that have either sign.
#include <klee/klee.h>
#include <stdio.h>

int main (void) {
  double x;
  char text[40];
  klee_make_symbolic (&x, sizeof x, "x");
  sprintf (text, "%a", x);
  return text[0] == '-' && text[1] == 'n' && x == x;
}
