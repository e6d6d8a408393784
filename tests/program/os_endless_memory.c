// options: --memory-limit=256M
// expect: complete=1 error=0
// lost: too large and assumed to fail
// replay: no
#include <stdlib.h>
#include <string.h>

/* Allocates without end: there comes a NULL. */
int main (void) {
  for (;;) {
    char *p = malloc (1 << 20);
    if (!p)
      return 1;
    memset (p, 1, 1 << 20);
  }
}
