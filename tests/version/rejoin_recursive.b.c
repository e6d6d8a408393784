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

static int check (const char *s) {
  char first[8];
  memset (first, s[0], sizeof first);
  return last (s) > 0 && last (first);
}

static int deep (int n) {
  int here = n, there[2] = {n, n + 1};
  n += there[n & 1] == 7;
  kept = &here;
  return n ? deep (n - 1) + here : *kept;
}

int main (void) {
  char s[6];
  klee_make_symbolic (s, sizeof s, "s");
  char seen[300];
  memset (seen, 1, sizeof seen);
  int r = seen[8] + check (s) + deep (3);
  for (int i = 0; i < 5; i++)
    if (s[i] > s[i + 1])
      r += last (s + (i & 1));
  if (s[5] == 'k')
    r = *kept;
  return r;
}
