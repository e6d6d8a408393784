// expect: complete=1 error=1
// error: read_only 11
#include <klee/klee.h>

static const char text[] = "hello";

int main (void) {
  unsigned char i;
  klee_make_symbolic (&i, sizeof i, "i");
  if (i == 2)
    *(char *) (text + i) = 'x'; /* here */
  return 0;
}
