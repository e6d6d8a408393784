/* A branch that is hard, and an error behind it. It is given up after a quarter
 * of this budget; what is left when all else is done is enough to decide it.
 */
#include <assert.h>
#include <klee/klee.h>
#include <stdint.h>
int main (void) {
  uint32_t a, b;
  uint8_t k;
  klee_make_symbolic (&a, sizeof a, "a");
  klee_make_symbolic (&b, sizeof b, "b");
  klee_make_symbolic (&k, sizeof k, "k");
  klee_assume (a > 1 & b > 1 & a <= b & a < 1 << 16 & b < 1 << 16);
  if ((uint64_t) a * b == 4076297u) {
    assert (k != 3);
    return 1;
  }
  assert (k != 7);
  return 0;
}
