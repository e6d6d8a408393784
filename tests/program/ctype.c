// expect: complete=4 error=3
// error: out_of_bounds 20
// error: out_of_bounds 22
// error: out_of_bounds 24
#include <ctype.h>
#include <klee/klee.h>
#include <stdio.h> /* EOF */

/* What is no character: a table of the C library has no place for it. Those of
 * a signed char, and EOF, it has.
 */
int main (void) {
  int c = klee_int ("c"), n = 0;
  char s[2];
  klee_make_symbolic (s, 2, "s");
  for (int i = 0; i < 2; i++)
    n += isalpha (s[i]) + isxdigit (s[i]) + isspace ((unsigned char) s[i]);
  switch (klee_range (0, 4, "which")) {
  case 0:
    return isalpha (c);
  case 1:
    return isblank (c);
  case 2:
    return (isdigit) (c & 0x1ff);
  default:
    return isupper (EOF) + (n < 0);
  }
}
