// expect: complete=6 error=0
// Texts of numbers that no arithmetic of the processor rounds right: more digits
// than 64 bits have, hexadecimal ones, ends of the range. Nothing is lost.
#include <assert.h>
#include <errno.h>
#include <klee/klee.h>
#include <math.h>
#include <stdlib.h>

int main (void) {
  char middle[] = "9007199254740993.0000000000?";
  char hexadecimal[] = "0x1.0000000000000?p1";
  char large[] = "1.797693134862315?e308";
  char c;
  int which;
  klee_make_symbolic (&c, sizeof c, "c");
  klee_make_symbolic (&which, sizeof which, "which");
  klee_assume ((c >= '0') & (c <= '9'));
  if (which == 0) { /* between two numbers, ties to even */
    middle[27] = c;
    if (strtod (middle, NULL) == 0x1p53)
      assert (c == '0');
    else
      assert (strtod (middle, NULL) == 0x1p53 + 2);
  } else if (which == 1) { /* a digit behind the last */
    hexadecimal[17] = c;
    if (strtod (hexadecimal, NULL) == 2)
      assert (c <= '8');
    else
      assert (c == '9');
  } else {
    large[17] = c;
    errno = 0;
    if (isinf (strtod (large, NULL)))
      assert (errno == ERANGE && c == '9');
    else
      assert (!errno);
  }
  return 0;
}
