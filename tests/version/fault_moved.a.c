#include <klee/klee.h>

#include <stdlib.h>

static int *make (int n) {
  int *p = malloc (4 * sizeof *p);
  for (int i = 0; i < 4; i++)
    p[i] = n + i;
  return p;
}

static int get (int *p, unsigned i) { return p[i]; }

int main (void) {
  unsigned i;
  int d;
  klee_make_symbolic (&i, sizeof i, "i");
  klee_make_symbolic (&d, sizeof d, "d");
  int *p = make (7);
  int res = 0;
  if (i < 6)
    res = get (p, i);
  if (d < 10)
    res = res / d;
  free (p);
  return res;
}
