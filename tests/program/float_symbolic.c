// expect: complete=2 error=0
#include <klee/klee.h>

int main (void) {
  float f;
  klee_make_symbolic (&f, sizeof f, "f");
  if (f * 2.0f == 3.0f)
    return 1;
  return 0;
}
