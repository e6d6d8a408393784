// expect: complete=3 error=2
// error: overlap 12
// error: overlap 14
#include <klee/klee.h>
#include <stdio.h>
#include <string.h>

int main (void) {
  char a[64] = "0123456789", *end = a + 10;
  int what = klee_range (0, 5, "what");
  if (what == 0)
    sprintf (a, "-%s", a); /* here */
  else if (what == 1)
    snprintf (a + 2, 20, "<%s>", a + 5); /* here */
  else if (what == 2)
    sprintf (end, "%.3s", a); /* up to there */
  else if (what == 3)
    sprintf (a, "%s%s", a, "."); /* it is there */
  else
    snprintf (a, 4, "%d%s", 1234, a + 8); /* without room for it */
  return a[6];
}
