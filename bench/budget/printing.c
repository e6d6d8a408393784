/* options: */
/* Numbers printed in many ways. */
#include <klee/klee.h>
#include <stdio.h>

int main (void) {
  int v[200];
  double d;
  klee_make_symbolic (v, sizeof v, "v");
  klee_make_symbolic (&d, sizeof d, "d");
  printf ("%.17g %a %f\n", d, d, d * d);
  for (int i = 0; i < 200; i++)
    printf ("%08x %-10d|%+d %o\n", (unsigned) v[i], v[i], v[i],
            (unsigned) v[i]);
  return 0;
}
