/* What is written is gone from memory when the edited function returns. */
#include <klee/klee.h>
#include <unistd.h>
static int seen;
static int tell (const char *s) {
  int bad = 0;
  if (s[0] == ' ')
    bad = bad + 1;
  write (2, bad ? "blank\n" : "large\n", 6);
  return bad * 0;
}
static int sum (const char *s) {
  int r = 0;
  for (int i = 2; i < 8; i++)
    if (s[i] > 'm')
      r += i;
  return r;
}
int main (void) {
  char s[8];
  klee_make_symbolic (s, sizeof s, "s");
  seen = tell (s);
  return sum (s) + seen;
}
