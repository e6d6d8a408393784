// options: --keep-branches
// expect: complete=2 error=0
// A label whose address is taken stays where it is when decisions become branches.
#include <klee/klee.h>

int main (void) {
  static void *to[] = {&&set, &&done};
  int n = klee_range (0, 2, "n"), s = n;
  goto *to[n];
set:
  s = 6;
done:
  return s > 5 ? 2 : 0;
}
