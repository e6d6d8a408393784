/* Loops whose number of turns is an input, and errors that need many of them:
 * one loop (LOOPS=1) or two, from the Memoise paper.
 */

#include "subject.h"

#include <assert.h>

#ifndef LOOPS
#define LOOPS 2
#endif

static void one (int x) {
  int c = 0, p = 0;
  while (1) {
    if (x <= 0)
      break;
    if (c == 50)
      assert (0); /* error 1 */
    c = c + 1;
    p = p + c;
    x = x - 1;
  }
  if (c == 30)
    assert (0); /* error 2 */
}

static void two (int x, int y) {
  int c = 0, p = 0;
  while (1) {
    if (x <= 0)
      break;
    if (c == 100)
      assert (0); /* error 1 */
    c = c + 1;
    x = x - 1;
  }
  while (1) {
    if (y <= 0)
      break;
    if (p == 50 && c == 2)
      assert (0); /* error 2 */
    p = p + 1;
    y = y - 1;
  }
}

int main (void) {
  int x = symbol ("x#");
  if (LOOPS == 1)
    one (x);
  else
    two (x, symbol ("y#"));
  return 0;
}
