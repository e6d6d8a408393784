/* The middle one of three numbers, with a mistake in one place; VERSION=2 has
 * <= in two.
 */

#include "subject.h"

static int mid (int x, int y, int z) {
  if (y < z) {
    if (x < y)
      return y;
#if VERSION == 2
    if (x <= z)
#else
    if (x < z)
#endif
      return x;
    return z;
  }
  if (x > y)
    return y;
  if (x > z)
    return x;
#if VERSION == 2
  return y;
#else
  return z;
#endif
}

int main (void) {
  int x = symbol ("x"), y = symbol ("y"), z = symbol ("z");
  return mid (x, y, z) == x;
}
