#include "compat.h"
#include <klee/klee.h>
int main (void) {
  char from[6], to[4];
  klee_make_symbolic (from, sizeof from, "from");
  from[5] = 0;
  return strlcpy (to, from, sizeof to) == 2;
}
