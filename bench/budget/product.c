/* options: */
/* options: --backend=z3 */
/* One query of products that does not end. */
#include <klee/klee.h>
#include <stdint.h>
int main (void) {
  uint64_t x, y;
  klee_make_symbolic (&x, sizeof x, "x");
  klee_make_symbolic (&y, sizeof y, "y");
  if (x >> 62 || y >> 62 || x < 3 || y < 3 || !(x & 1) || !(y & 1))
    return 1;
  if (x * y == 4611685975477714963u && x % y == 1023 && y / (x >> 20) == 77)
    return 2;
  return (x * x * x + y * y * y) % 1000003 == 77777;
}
