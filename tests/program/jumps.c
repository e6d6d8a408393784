// expect: complete=1 error=1
// error: undefined 25
#include <klee/klee.h>

#include <setjmp.h>

static jmp_buf env;

static void fall (int n) {
  int local[4] = {n};
  if (n == 0)
    longjmp (env, 42);
  fall (local[0] - 1);
}

static int set (void) { return setjmp (env); }

int main (void) {
  int x;
  klee_make_symbolic (&x, sizeof x, "x");
  if (x == 1) {
    set ();
    // the function that called setjmp has returned
    volatile int result = 5;
    longjmp (env, result);
  }
  int result = setjmp (env);
  if (result == 0)
    fall (6);
  if (result != 42)
    return 1;
  return x > 7;
}
