/* Blocks that do the same, at different lines: what an object's error says of
 * where it was allocated and freed.
 */
#include <klee/klee.h>
#include <stdlib.h>

static char in[8], *text;
static int way;

static void prepare (void) { way = 0; }

static void make (void) {
  if (way)
    text = malloc (8);
  else
    text = malloc (8);
}

static void drop (void) {
  if (way)
    free (text);
  else
    free (text);
  way = 0;
}

static int decide (void) {
  int res = 0;
  for (int i = 0; i < 6; i++)
    if (in[i] > 40)
      res |= 1 << i;
  return res;
}

int main (void) {
  klee_make_symbolic (in, sizeof in, "in");
  prepare ();
  make ();
  drop ();
  return decide () == 12 ? text[0] : 0;
}
