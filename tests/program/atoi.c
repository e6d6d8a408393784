// expect: complete=8 error=0
#include <klee/klee.h>

#include <stdlib.h>

/* digits, then whatever: a number of three characters by hand */
int main (void) {
  char s[3];
  klee_make_symbolic (s, sizeof s, "s");
  int v = 0, i = 0;
  for (; i < 3; i++) {
    if (s[i] < '0')
      break;
    if (s[i] > '9')
      break;
    v = v * 10 + (s[i] - '0');
  }
  if (v == 123)
    return 1;
  return 0;
}
