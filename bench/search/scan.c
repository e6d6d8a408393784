/* Words and blanks; a word that starts with the keyword is a bug. */
#include <assert.h>
#include <klee/klee.h>
#include <string.h>
int main (void) {
  char s[48];
  klee_make_symbolic (s, sizeof s, "s");
  for (int i = 0; i < 44;) {
    while (i < 44 && s[i] == ' ')
      i++;
    int start = i;
    while (i < 44 && s[i] != ' ' && s[i])
      i++;
    assert (start != 1 || i != 4 || memcmp (s + start, "end", 3));
    if (i >= 44 || !s[i])
      break;
  }
  return 0;
}
