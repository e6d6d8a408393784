// options: --keep-branches
// expect: complete=9 error=1
// error: out_of_bounds 12
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

int main (void) {
  unsigned char n;
  char to[8] = "--------", from[16] = "0123456789abcdef";
  klee_make_symbolic (&n, sizeof n, "n");
  memcpy (to, from, n); /* here */
  for (int i = 0; i < 8; i++)
    assert (to[i] == (char) (i < n ? '0' + i : '-'));
  return to[5] == '5' ? 1 : 0;
}
