// expect: complete=14 error=0
// Texts of numbers: decisions are about the syntax, the sign of a comparison
// and each power of ten, not about digits.
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main (void) {
  char s[5];
  char *end;
  float f = 0;
  klee_make_symbolic (s, sizeof s, "s");
  for (int i = 0; i < 4; i++)
    klee_assume ((s[i] >= '0') & (s[i] <= '9'));
  s[4] = 0;
  if (strtod (s, &end) >= 9990.5)
    return 1;
  if (strtold (s, &end) > 9980)
    return 3;
  s[1] = '.';
  double d = -strtod (s, &end);
  if (d == -7.25 || end != s + 4)
    return 2;
  if (sscanf (s, "%f", &f) != 1 || f < 1.5f)
    return 4;
  s[1] = 'e';
  s[2] = '-';
  return strtod (s, &end) < 0.001 ? 5 : 6;
}
