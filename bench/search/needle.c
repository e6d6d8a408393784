/* strstr by hand over a long string. */
#include <assert.h>
#include <klee/klee.h>
int main (void) {
  char s[64];
  klee_make_symbolic (s, sizeof s, "s");
  for (int i = 0; i + 4 < 64 && s[i]; i++)
    if (s[i] == 'b' && s[i + 1] == 'u' && s[i + 2] == 'g')
      assert (i > 2);
  return 0;
}
