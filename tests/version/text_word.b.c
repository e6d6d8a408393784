// expect: something carried
#include <klee/klee.h>

#include <stdlib.h>
#include <string.h>

#define MAX 3

static const char *const words[] = {"if", "dx", "go"};
static char last;

static int is_letter (char c) { return c >= 'a' && c <= 'z'; }

static int keyword (const char *s) {
  for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
    if (!strcmp (s, words[i]))
      return (int) i;
  return -1;
}

static int scan (const char *s) {
  int n = 0;
  for (; n < MAX && is_letter (s[n]); n++)
    last = s[n];
  return n;
}

int main (void) {
  char s[4];
  klee_make_symbolic (s, sizeof s, "s");
  s[3] = 0;
  int n = scan (s);
  if (n == 2) {
    int *p = malloc (sizeof (int));
    *p = keyword (s);
    int res = *p;
    free (p);
    return res;
  }
  return n + last;
}
