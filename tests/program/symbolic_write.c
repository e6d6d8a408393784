// expect: complete=2 error=0
#include <klee/klee.h>

int main (void) {
  unsigned char buf[16] = {0};
  unsigned char i;
  klee_make_symbolic (&i, sizeof i, "i");
  buf[i & 15] = 1;
  int sum = 0;
  for (int k = 0; k < 16; k++)
    sum += buf[k];
  if (sum != 1)
    klee_abort ();
  if (buf[3])
    return 3;
  return 0;
}
