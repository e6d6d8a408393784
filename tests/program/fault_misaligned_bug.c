// expect: complete=2 error=1
// error: misaligned 11
#include <klee/klee.h>

typedef int four __attribute__ ((vector_size (16)));
static _Alignas (16) char bytes[64];

int main (void) {
  int k = klee_range (0, 3, "k");
  four v, *p = (four *) (bytes + (k == 2 ? 24 : 16 * k));
  v = k ? *p : (four) {1}; /* here */
  int at = 0;
  __builtin_memcpy (&at, bytes + 3, sizeof at); /* any place will do */
  return v[0] + at;
}
