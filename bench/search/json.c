/* Nested lists: an empty one within one is a bug. */
#include <assert.h>
#include <klee/klee.h>
static char s[24];
static int at;
static void value (int depth) {
  char c = at < 24 ? s[at] : 0;
  at++;
  if (c == '[' && depth < 8) {
    assert (depth != 2 || at >= 24 || s[at] != ']');
    while (at < 24 && s[at] != ']') {
      value (depth + 1);
      if (at < 24 && s[at] == ',')
        at++;
    }
    at++;
  } else if (c == '"')
    while (at < 24 && s[at++] != '"')
      ;
}
int main (void) {
  klee_make_symbolic (s, sizeof s, "s");
  value (0);
  return at;
}
