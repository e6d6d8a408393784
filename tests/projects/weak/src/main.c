#include <klee/klee.h>
int check (int);
int main (void) {
  unsigned char x;
  klee_make_symbolic (&x, sizeof x, "x");
  return check (x);
}
