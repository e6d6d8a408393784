/* A number with more digits than its buffer. */
#include <ctype.h>
#include <klee/klee.h>
#include <stdlib.h>

static long number (const char **p) {
  char digits[10];
  int n = 0;
  while (isdigit ((unsigned char) **p))
    digits[n++] = *(*p)++;
  digits[n] = 0;
  return atol (digits);
}

int main (void) {
  char text[24];
  klee_make_symbolic (text, sizeof text, "text");
  text[23] = 0;
  long sum = 0;
  for (const char *p = text; *p;)
    if (isdigit ((unsigned char) *p))
      sum += number (&p);
    else if (*p == '-')
      sum = -sum, p++;
    else if (*p == ';')
      sum = 0, p++;
    else
      return 1;
  return sum > 100;
}
