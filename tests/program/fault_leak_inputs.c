// options: --check-leaks --sym-stdin=2 --sym-files=1:1
// expect: complete=3 error=2
// error: leak 11
#include <stdlib.h>
#include <unistd.h>

int main (void) {
  char c = 0;
  if (read (0, &c, 1) != 1)
    return 1;
  char *p = malloc (4); /* here */
  if (c != 'x')
    free (p);
  return 0;
}
