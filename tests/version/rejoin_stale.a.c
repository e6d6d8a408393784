/* A pointer of the same number leads to an object that is gone in one version,
 * to one that lives in the other.
 */
#include <klee/klee.h>

static char in[8];
static struct __attribute__ ((packed)) {
  char gap;
  int *odd;
} kept;
static int is_wanted;

static int decide (int from, int n) {
  int res = 0;
  for (int i = from; i < from + n; i++)
    if (in[i] > 40)
      res |= 1 << i;
  return res;
}

static void prepare (void) {
  int gone = 3;
  kept.odd = &gone;
  is_wanted = 0;
}

static void pick (int *x) {
  if (is_wanted)
    kept.odd = x;
  is_wanted = 0;
}

static void busy (void) {
  for (volatile int i = 0; i < 300;)
    i++;
}

static int use (void) {
  int x = 4;
  pick (&x);
  int which = decide (2, 6);
  busy ();
  return which == 12 ? *kept.odd : 0;
}

int main (void) {
  klee_make_symbolic (in, sizeof in, "in");
  decide (0, 2);
  prepare ();
  return use ();
}
