#include <klee/klee.h>
#include <stdlib.h>

/* Counts of what was read; the ones that are not used yet have names already.
 */
static int n_spare;
static int n_letters;

static int is_letter (char c) { return c >= 'a' && c <= 'z'; }

static int sum (const char *s, int n) {
  int all = 0;
  for (int i = 0; i < n; i++)
    if (s[i] == '+')
      all += 2;
    else if (s[i] == '-')
      all -= 1;
  return all;
}

int main (void) {
  char s[4];
  klee_make_symbolic (s, sizeof s, "s");
  if (is_letter (s[0]))
    n_letters++;
  int all = sum (s + 1, 3);
  if (all == 6)
    abort ();
  return all + n_letters;
}
