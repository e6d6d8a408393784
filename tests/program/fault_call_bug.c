// expect: complete=0 error=4
// error: bad_call 14
// error: bad_call 15
// error: bad_call 17
// error: bad_call 18
#include <klee/klee.h>

static int sum (int a, int b) { return a + b; }
static int half (double a) { return (int) (a / 2); }
static void nothing (int a) { (void) a; }
int old ();
int main (void) {
  switch (klee_range (0, 4, "k")) {
  case 0: return ((int (*) (int)) sum) (3);
  case 1: return ((int (*) (long)) half) (3);
  case 2:
    return ((int (*) (int)) nothing) (3);
  default: return old (7);
  }
}
int old (a, b) int a, b; { return a + b; }
