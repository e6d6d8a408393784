// options: --keep-branches
// expect: complete=3 error=0
#include <assert.h>
#include <klee/klee.h>

typedef unsigned __int128 u128;

int main (void) {
  unsigned long a;
  klee_make_symbolic (&a, sizeof a, "a");
  u128 x = (u128) a << 64 | 5, c = (u128) 1 << 100;
  assert ((unsigned long) (x >> 64) == a);
  assert (c / 3 * 3 + c % 3 == c);
  assert ((__int128) -c < 0);
  if (x > c)
    return 1;
  if (x == ((u128) 77 << 64) + 5)
    return 2;
  return 0;
}
