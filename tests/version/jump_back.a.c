/* A jump leads into the middle of a block, behind what the leg has executed.
 * Its rest was executed by this leg, too.
 */
#include <klee/klee.h>
#include <setjmp.h>

static jmp_buf back;
static int seen;

static void leave (unsigned char which) {
  if (which & 4)
    return;
  longjmp (back, 1);
}

int main (void) {
  unsigned char which;
  klee_make_symbolic (&which, sizeof which, "which");
  volatile int n = 0;
  int got = setjmp (back);
  n = n + got * 2;
  seen = got;
  if (n)
    return n;
  leave (which);
  return 0;
}
