/* Put and get in any order; the ring has room for four. */
#include <klee/klee.h>
int main (void) {
  int ring[4], n = 0, sum = 0;
  for (int i = 0; i < 50; i++) {
    unsigned char c;
    klee_make_symbolic (&c, sizeof c, "c");
    if (c > 250)
      return sum;
    if (c > 100)
      ring[n++] = c;
    else if (n > 0)
      sum += ring[--n];
  }
  return sum;
}
