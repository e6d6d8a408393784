// expect: complete=32768 error=0
#include <klee/klee.h>

int main (void) {
  unsigned char b[15];
  int n = 0;
  klee_make_symbolic (b, sizeof b, "b");
  for (int i = 0; i < 15; i++)
    if (b[i] > 100)
      n += i;
  return n & 1;
}
