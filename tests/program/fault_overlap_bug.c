// expect: complete=3 error=3
// error: overlap 12
// error: overlap 14
// error: overlap 16
#include <klee/klee.h>
#include <string.h>

int main (void) {
  char a[64] = "0123456789";
  unsigned n = klee_range (0, 12, "n"), what = klee_range (0, 3, "what");
  if (what == 0) {
    memcpy (a + 6, a, n); /* here */
  } else if (what == 1)
    memcpy (a + n, a + 11, 8); /* here */
  else
    strcpy (a + n, a + 4); /* here */
  return a[6];
}
