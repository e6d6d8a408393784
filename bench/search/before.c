/* Many paths before a bug that does not depend on them. */
#include <assert.h>
#include <klee/klee.h>
int main (void) {
  unsigned char b[64], k;
  int n = 0;
  klee_make_symbolic (b, sizeof b, "b");
  klee_make_symbolic (&k, sizeof k, "k");
  if (k > 200)
    for (int i = 0; i < 64; i++)
      n += b[i] > 99;
  else if (k > 100)
    for (int i = 63; i >= 0; i--)
      n += b[i] < 9;
  else
    assert (k != 77);
  return n;
}
