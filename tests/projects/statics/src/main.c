#include <klee/klee.h>
static int count = 7;
static int step (int x) { return x + count; }
int first (int), second (int);
int main (void) {
  unsigned char x;
  klee_make_symbolic (&x, sizeof x, "x");
  return step (first (x) + second (x)) > 100;
}
