/* The greatest common divisor by subtraction. ADD and MOD, 0 to 3, are the
 * versions of the GreenTrie paper: each has the changes of the one before.
 */

#include "subject.h"

#ifndef ADD
#define ADD 0
#endif
#ifndef MOD
#define MOD 0
#endif

static int gcd (int a, int b) {
#if ADD >= 1
  if (a == b)
    return a;
#endif
#if MOD >= 1
  if (a <= 1)
    return b;
#else
  if (a == 0)
    return b;
#endif
#if ADD >= 3
  while (b != 0 && a > 0 && a != b)
#elif ADD >= 2
  while (b != 0 && a > 0)
#elif MOD >= 2
  while (b > 0)
#else
  while (b != 0)
#endif
    if (a > b)
      a = a - b;
    else
#if MOD >= 3
      b = b - a - 1;
#else
      b = b - a;
#endif
  return a;
}

int main (void) {
  int a = symbol ("a#"), b = symbol ("b#");
  (void) gcd (a, b);
  return 0;
}
