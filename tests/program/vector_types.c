// expect: complete=1 error=0
#include <klee/klee.h>

typedef int four __attribute__ ((vector_size (16)));
typedef unsigned char bytes __attribute__ ((vector_size (16)));

int main (void) {
  int n;
  klee_make_symbolic (&n, sizeof n, "n");
  four v = {n, n + 1, n + 2, n + 3}, w = {1, 1, 1, 1};
  four sum = v + w, less = v < sum;
  klee_assert (sum[0] == v[1]);
  four turned = __builtin_shufflevector (v, w, 3, 2, 1, 4);
  klee_assert (turned[3] == 1 && turned[0] == n + 3);
  bytes b = (bytes) v;
  klee_assert (b[0] == (unsigned char) n);
  v[n & 3] = 5;
  klee_assert (v[n & 3] == 5);
  return less[0] ? 1 : 0;
}
