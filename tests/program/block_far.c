// lost: memcpy with too many possible addresses
// expect: complete=0 error=0 cut=1
#include <klee/klee.h>
#include <string.h>

/* More places than one write can have: the path is cut, nothing is lost in
 * silence.
 */
static char b[1 << 20];

int main (void) {
  unsigned i;
  klee_make_symbolic (&i, sizeof i, "i");
  klee_assume (i < sizeof b - 8);
  memcpy (b + i, "abc", 3);
  klee_assert (b[i] == 'a');
  return 0;
}
