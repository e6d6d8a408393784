/* A new variable of a function that calls itself: only the outermost has a
 * place of its own, and others lie elsewhere. A pointer to what is gone stays
 * one.
 */
#include "klee/klee.h"
#include <stdint.h>
#include <string.h>

static int *kept;

static int last (const char *s) {
  char copy[4];
  memcpy (copy, s, 4);
  if ((uintptr_t) copy >> 20 & 1)
    return copy[3] == 'x';
  return copy[2];
}

static int check (const char *s) { return last (s) > 0; }

static int deep (int n) {
  int here = n;
  kept = &here;
  return n ? deep (n - 1) + here : *kept;
}

int main (void) {
  char s[6];
  klee_make_symbolic (s, sizeof s, "s");
  int r = check (s) + deep (3);
  for (int i = 0; i < 5; i++)
    if (s[i] > s[i + 1])
      r += last (s + (i & 1));
  if (s[5] == 'k')
    r = *kept;
  return r;
}
