#include <klee/klee.h>
int scale;
void set (int by);
int ratio (int of);
int main (void) {
  int by;
  klee_make_symbolic (&by, sizeof by, "by");
  set (by);
  return ratio (100) == scale;
}
