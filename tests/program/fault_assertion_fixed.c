// expect: complete=1 error=0
#include <klee/klee.h>

#include <assert.h>

int main (void) {
  unsigned char a;
  klee_make_symbolic (&a, sizeof a, "a");
  unsigned b = a * 3u;
  assert (b != 100); /* here */
  return 0;
}
