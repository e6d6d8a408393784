/* options: */
/* options: again */
/* Very many short paths: tests by the ten thousand, carried over in a second
 * run of a program that differs in one place.
 */
#include <klee/klee.h>
#ifndef EDIT
#define EDIT 3
#endif
int main (void) {
  unsigned char a[40];
  int n = 0;
  klee_make_symbolic (a, sizeof a, "a");
  for (int i = 0; i < 40; i++)
    if (a[i] < 10)
      n++;
    else if (a[i] > 90)
      n += 2;
  return n == EDIT ? 1 : n;
}
