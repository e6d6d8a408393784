// expect: complete=4 error=0
#include <klee/klee.h>

int main (void) {
  unsigned char c;
  klee_make_symbolic (&c, sizeof c, "c");
  switch (c) { /* three distinct targets and the default */
  case 1:
  case 2:
  case 3:
    return 1;
  case 'a':
    return 2;
  case 'x':
  case 'y':
    return 3;
  }
  return 0;
}
