/* A line of fields; an empty second field is a bug. */
#include <assert.h>
#include <klee/klee.h>
int main (void) {
  char s[32];
  int field = 0, len = 0;
  klee_make_symbolic (s, sizeof s, "s");
  for (int i = 0; i < 32 && s[i] != '\n' && s[i]; i++)
    if (s[i] == ',') {
      assert (field != 1 || len);
      field++;
      len = 0;
    } else if (s[i] == '"')
      len += 2;
    else
      len++;
  return field;
}
