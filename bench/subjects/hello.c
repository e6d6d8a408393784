/* What the usual beginning costs: a compiler, a C library, printf. */
#include <stdio.h>

int main (void) {
  printf ("hello, %d\n", 42);
  return 0;
}
