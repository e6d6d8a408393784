#include <klee/klee.h>

/* A pointer into several objects comes before the edit: behind it paths are
 * followed all the same.
 */
static char first[4] = "one", second[4] = "two", third[8] = "three";

int main (void) {
  char *const all[] = {first, second, third};
  unsigned char which, c;
  klee_make_symbolic (&which, sizeof which, "which");
  klee_make_symbolic (&c, sizeof c, "c");
  if (which > 2)
    return 1;
  char *p = all[which];
  p[1] = (char) c;
  if (c > 'x')
    return 2;
  if (c == 'n')
    return second[1] == 'n' ? 3 : 4;
  return third[1] < 'h' ? 5 : 6;
}
