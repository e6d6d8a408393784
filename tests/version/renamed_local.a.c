#include <klee/klee.h>

static int pick (const int *list, unsigned i) { return list[i]; }

int main (void) {
  unsigned i = klee_range (0, 8, "i");
  int few[4] = {0};
  int more[6] = {0};
  return i & 1 ? pick (few, i) : pick (more, i);
}
