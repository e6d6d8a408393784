/* What the edit does is gone when the function returns, but for where the next
 * objects on the stack are: a program that looks at these numbers sees it.
 */
#include "klee/klee.h"
#include <stdint.h>
#include <string.h>

static int is_double (const char *s) {
  char t[4];
  memcpy (t, s, 2);
  return t[0] == t[1];
}

static int clean (const char *s) {
  char first[3];
  first[0] = s[0];
  return (first[0] + is_double (s) + is_double (s)) * 0;
}

static int sum (const char *s) {
  int r = 0;
  char other[16], buffer[16];
  memset (other, 1, sizeof other);
  memset (buffer, 0, sizeof buffer);
  for (int i = 2; i < 6; i++)
    if (s[i] > 'm')
      buffer[i] = i, r += i;
  if ((uintptr_t) buffer >> 20 & 1)
    if (s[0] == '*')
      r += 100;
  return r + buffer[3] + other[2];
}

int main (void) {
  char s[6];
  klee_make_symbolic (s, sizeof s, "s");
  int seen = clean (s);
  return sum (s) + seen;
}
