/* A pattern that ends within brackets is read past its end. */
#include <klee/klee.h>

static int match (const char *p, const char *s) {
  for (; *p; p++, s++) {
    if (*p == '*') {
      for (; *s; s++)
        if (match (p + 1, s))
          return 1;
      continue;
    }
    if (*p == '?' && *s)
      continue;
    if (*p == '[') {
      int is = 0;
      for (p++; *p != ']'; p++)
        is |= *p == *s;
      if (!is)
        return 0;
      continue;
    }
    if (*p != *s)
      return 0;
  }
  return !*s;
}

int main (void) {
  char p[8], s[8];
  klee_make_symbolic (p, sizeof p, "p");
  klee_make_symbolic (s, sizeof s, "s");
  p[7] = s[7] = 0;
  return match (p, s);
}
