// expect: complete=2 error=1
// error: uninitialized 19
// lost: not followed: no source
// A function without source may write what nobody has written, and leaves the
// rest alone.
#include <stddef.h>

void undefined_fill (char *, size_t);

int main (void) {
  char all[8], some[2] = {1, 2};
  int unset;
  undefined_fill (all, sizeof all);
  undefined_fill (some, sizeof some);
  if (some[1] != 2)
    return 1;
  if (all[3] == 'x')
    return 2;
  if (all[5] == 'y' && unset)
    return 3;
  return 0;
}
