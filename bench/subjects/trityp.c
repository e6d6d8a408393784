/* Which kind of triangle has sides of these lengths? DeMillo and Offutt's
 * answer to Myers's question, with the mistake it was published with.
 */

#include "subject.h"

enum { SCALENE = 1, ISOSCELES, EQUILATERAL, NONE };

static int classify (int i, int j, int k) {
  if (i <= 0 || j <= 0 || k <= 0)
    return NONE;
  int type = 0;
  if (i == j)
    type += 1;
  if (i == k)
    type += 2;
  if (j == k)
    type += 3;
  if (type == 0) {
    if (i + j <= k || j + k <= i || i + k >= j) /* the mistake: <= */
      return NONE;
    return SCALENE;
  }
  if (type > 3)
    return EQUILATERAL;
  if (type == 1 && i + j > k)
    return ISOSCELES;
  if (type == 2 && i + k > j)
    return ISOSCELES;
  if (type == 3 && j + k > i)
    return ISOSCELES;
  return NONE;
}

int main (void) {
  int i = symbol ("i#"), j = symbol ("j#"), k = symbol ("k#");
  return classify (i, j, k) == EQUILATERAL;
}
