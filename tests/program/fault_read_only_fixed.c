// expect: complete=2 error=0
#include <klee/klee.h>

static char text[] = "hello";

int main (void) {
  unsigned char i;
  klee_make_symbolic (&i, sizeof i, "i");
  if (i == 2)
    *(char *) (text + i) = 'x'; /* here */
  return 0;
}
