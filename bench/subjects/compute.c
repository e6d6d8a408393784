/* How far a value is from a threshold, in steps: the running example of the
 * Memoise paper. The loop has no end for steps that are not positive.
 */

#include "subject.h"

static int compute (int current, int threshold, int step) {
  if (current < threshold) {
    int delta = threshold - current;
    if (current + step < threshold)
      return -delta;
    return 0;
  }
  int counter = 0;
  while (current >= threshold) {
    current = current - step;
    counter++;
  }
  return counter;
}

int main (void) {
  int current = symbol ("curr#"), threshold = symbol ("thresh#");
  (void) compute (current, threshold, symbol ("step#"));
  return 0;
}
