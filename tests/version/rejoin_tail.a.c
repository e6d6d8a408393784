/* The last decisions are made below the function that is edited; most of a path
 * is behind it.
 */
#include "klee/klee.h"

static unsigned table[64];

static int classify (const char *s) {
  int r = 0;
  for (int i = 0; i < 4; i++)
    if (s[i] >= 'a')
      r |= 1 << i;
  return r;
}

static int middle (const char *s) {
  int got = classify (s);
  return got + 1;
}

static int outer (const char *s) { return middle (s); }

int main (void) {
  char s[4];
  klee_make_symbolic (s, sizeof s, "s");
  unsigned r = (unsigned) outer (s);
  for (int k = 0; k < 20; k++)
    for (int i = 0; i < 64; i++)
      table[i] = table[i] * 3 + r;
  if (table[5] == 77)
    klee_report_error (__FILE__, __LINE__, "no", "no");
  return (int) (table[7] & 1);
}
