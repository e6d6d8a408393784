// expect: complete=4 error=4
// error: out_of_bounds 18
// error: out_of_bounds 21
// error: use_after_free 24
// error: out_of_bounds 25
#include <klee/klee.h>
#include <stdlib.h>

/* An index that may be anything leads out of its object, not into others. */
static int table[4] = {1, 2, 3, 4}, other[4];

int main (void) {
  unsigned i;
  unsigned long j;
  klee_make_symbolic (&i, sizeof i, "i");
  klee_make_symbolic (&j, sizeof j, "j");
  if (i < 6)
    return table[i];
  char *heap = malloc (8);
  if (i < 8)
    return heap[j] = 3;
  free (heap);
  if (i < 9)
    return heap[j];
  return i < 10 ? other[j] : 0;
}
