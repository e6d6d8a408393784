/* Depth of parentheses: a close too many after two opens is a bug. */
#include <assert.h>
#include <klee/klee.h>
int main (void) {
  char s[40];
  int depth = 0, most = 0;
  klee_make_symbolic (s, sizeof s, "s");
  for (int i = 0; i < 40 && s[i]; i++) {
    if (s[i] == '(')
      depth++;
    else if (s[i] == ')')
      depth--;
    if (depth > most)
      most = depth;
    assert (depth >= 0 || most < 2);
    if (depth < 0)
      return 1;
  }
  return most;
}
