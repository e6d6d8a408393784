/* options: */
/* options: --jobs=2 */
/* A pattern and a text, both symbolic. */
#include <klee/klee.h>

static int matches (const char *r, const char *s) {
  if (!*r)
    return !*s;
  if (r[1] != '*')
    return *s && (*r == '.' || *r == *s) && matches (r + 1, s + 1);
  do {
    if (matches (r + 2, s))
      return 1;
  } while (*s && (*s++ == *r || *r == '.'));
  return 0;
}

int main (void) {
  char r[12], s[40];
  klee_make_symbolic (r, sizeof r, "r");
  klee_make_symbolic (s, sizeof s, "s");
  r[11] = s[39] = 0;
  return matches (r, s);
}
