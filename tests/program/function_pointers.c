// expect: complete=3 error=0
#include <klee/klee.h>

static int add (int x) { return x + 1; }
static int sub (int x) { return x - 1; }
static int neg (int x) { return -x; }
static int (*const table[]) (int) = {add, sub, neg};

int main (void) {
  unsigned i;
  klee_make_symbolic (&i, sizeof i, "i");
  klee_assume (i < 3);
  return table[i](5);
}
