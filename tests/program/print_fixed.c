// expect: complete=9 error=0
// Numbers with a point: one path for each length of the text, whatever the
// digits are. Three of cents, two of tenths below a hundred with and without a
// sign, two of what rounds up to one more digit, which 9.995 does not.
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>

int main (void) {
  int which, n;
  char text[40];
  klee_make_symbolic (&which, sizeof which, "which");
  klee_make_symbolic (&n, sizeof n, "n");
  if (which == 0) {
    klee_assume ((n >= 0) & (n < 100000));
    snprintf (text, sizeof text, "%.2f", n / 100.0);
    char *point;
    assert (strtol (text, &point, 10) == n / 100);
  } else if (which == 1) {
    klee_assume ((n > -1000) & (n < 1000));
    sprintf (text, "%f", n / 10.0);
  } else {
    klee_assume ((n >= 9990) & (n < 10000));
    sprintf (text, "%.2f", n / 1000.0);
    assert ((n <= 9995) == (text[0] == '9'));
  }
  return 0;
}
