#include <stdlib.h>
static int count = 50;
static int step (int x) {
  if (x == count)
    abort ();
  return x;
}
int first (int x) { return step (x); }
