// options: --keep-branches
// expect: complete=3 error=0
#include <klee/klee.h>

static unsigned char data[100000];

int main (void) {
  klee_make_symbolic (data, sizeof data, "data");
  if (data[99999] == 1)
    return 1;
  if (data[500] + data[70000] == 300)
    return 2;
  return 0;
}
