// expect: complete=2 error=0
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

/* One of two objects, with more than --max-resolve between them. */
int main (void) {
  char *table[3] = {malloc (2), NULL, NULL};
  for (int i = 0; i < 400; i++)
    table[1] = malloc (2);
  table[0][1] = 'a';
  table[1][1] = 'b';
  unsigned i;
  klee_make_symbolic (&i, sizeof i, "i");
  klee_assume (i < 2);
  char *p = table[i];
  if (p[1] == 'a')
    assert (i == 0);
  else
    assert (p[1] == 'b' && i == 1);
  return 0;
}
