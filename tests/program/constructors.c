// expect: complete=1 error=0
#include <assert.h>
#include <klee/klee.h>

static int order;

__attribute__ ((constructor (102))) static void second (void) {
  assert (order++ == 1);
}
__attribute__ ((constructor (101))) static void first (void) {
  assert (order++ == 0);
}

int main (void) {
  klee_assert (order == 2);
  return 0;
}
