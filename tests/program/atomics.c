// options: --keep-branches
// expect: complete=3 error=0
#include <assert.h>
#include <klee/klee.h>
#include <stdatomic.h>

int main (void) {
  int n;
  klee_make_symbolic (&n, sizeof n, "n");
  atomic_int a = 5;
  assert (atomic_fetch_add (&a, 3) == 5);
  assert (atomic_fetch_sub (&a, 1) == 8);
  assert (atomic_fetch_or (&a, 8) == 7);
  assert (atomic_fetch_xor (&a, 1) == 15);
  assert (atomic_fetch_and (&a, 12) == 14);
  assert (atomic_exchange (&a, n) == 12);
  int expected = 100;
  if (atomic_compare_exchange_strong (&a, &expected, 1)) {
    assert (n == 100 && a == 1);
    return 1;
  }
  assert (expected == n);
  atomic_thread_fence (memory_order_seq_cst);
  return a > 5 ? 2 : 0;
}
