/* options: */
/* A pointer that may be to any of ten thousand objects. */
#include <klee/klee.h>
#include <stdlib.h>
int main (void) {
  char *p, *all[10000];
  for (int i = 0; i < 10000; i++)
    all[i] = malloc (8);
  klee_make_symbolic (&p, sizeof p, "p");
  if (*p == 3)
    *all[5] = 1;
  return *p;
}
