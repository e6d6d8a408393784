// options: --keep-branches
// expect: complete=3 error=0
#include <assert.h>
#include <klee/klee.h>
#include <setjmp.h>

static jmp_buf back;

static void deeper (int n) {
  if (n == 3)
    longjmp (back, 7);
  if (n > 100)
    longjmp (back, 0);
}

int main (void) {
  int n;
  klee_make_symbolic (&n, sizeof n, "n");
  int got = setjmp (back);
  if (got) {
    assert (got == 7 || got == 1);
    return got;
  }
  deeper (n);
  return 0;
}
