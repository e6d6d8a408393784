/* options: */
/* options: --search=bfs */
/* Large objects that are symbolic, filled, moved and compared as a whole. */
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>
enum { SIZE = 8 << 20 };
int main (void) {
  for (int i = 0;; i++) {
    unsigned char *a = malloc (SIZE), *b = malloc (SIZE);
    klee_make_symbolic (a, SIZE, "a");
    memcpy (b, a, SIZE);
    memmove (b + 1, b, SIZE - 1);
    memset (b + 64, a[3], SIZE - 64);
    if (a[i] == 7)
      return 1;
    if (!memcmp (a, b, SIZE))
      return 2;
    free (b);
  }
}
