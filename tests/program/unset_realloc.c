// expect: complete=6 error=3
// error: uninitialized 19
// error: uninitialized 28
// error: uninitialized 39
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

/* realloc keeps as many bytes as there were, even if how many there were is an
 * input: those behind them were never written.
 */

static int bit (unsigned x, int i) { return x >> i & 1; }

/* Zeros of calloc: wrong for one byte before, and the second one read. */
static void grows (unsigned x) {
  char *p = calloc (bit (x, 1) + 1, 1);
  p = realloc (p, 2);
  if (p[bit (x, 0)])
    exit (1);
}

/* Cut and grown again: what was written is gone. */
static void shrinks (unsigned x) {
  char *p = memset (malloc (4), 1, 4);
  p = realloc (p, bit (x, 0) + 3);
  p = realloc (p, 4);
  if (p[3] == 1)
    exit (1);
}

/* Kept twice, and more written behind it. */
static void twice (unsigned x) {
  char *p = calloc (bit (x, 0) + 1, 1);
  p = realloc (p, bit (x, 1) + 2);
  p[0] = 5;
  p = reallocarray (p, 2, 2);
  p[3] = 7;
  if (p[bit (x, 2)] + p[3] == 12)
    exit (1);
}

/* All that is read was there. */
static void keeps (unsigned x) {
  int n = bit (x, 0) + 1;
  char *p = calloc (n, 1);
  p = realloc (p, 8);
  memset (p + n, 1, 8 - n);
  if (p[1])
    exit (1);
}

int main (void) {
  unsigned x = klee_range (0, 8, "x");
  switch (klee_range (0, 4, "which")) {
  case 0:
    grows (x);
    break;
  case 1:
    shrinks (x);
    break;
  case 2:
    twice (x);
    break;
  default:
    keeps (x);
  }
  return 0;
}
