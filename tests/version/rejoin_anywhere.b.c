/* A pointer that may be anything meets a new variable, too. */
#include "klee/klee.h"
#include <stdint.h>

static int read_any (uintptr_t at) { return *(volatile char *) at == 1; }

int main (void) {
  uintptr_t at;
  char c;
  klee_make_symbolic (&at, sizeof at, "at");
  klee_make_symbolic (&c, sizeof c, "c");
  volatile char seen[16];
  seen[0] = 5;
  int r = c > 3;
  if (c == 7)
    r = 2;
  if (c == 9)
    r += read_any (at);
  return r;
}
