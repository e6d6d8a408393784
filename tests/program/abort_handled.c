// expect: complete=3 error=2
// error: abort 32
// error: abort 35
#include <klee/klee.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>

/* A handler of SIGABRT may leave: by a jump, or out of the program. One that
 * returns, and SIG_IGN, do not help.
 */
static sigjmp_buf back;

static void leave (int number) { siglongjmp (back, number); }
static void end (int number) { _Exit (number); }
static void come_back (int number) { (void) number; }

int main (void) {
  int how;
  klee_make_symbolic (&how, sizeof how, "how");
  klee_assume (how >= 0);
  klee_assume (how <= 4);
  if (how == 0)
    signal (SIGABRT, leave);
  if (how == 1)
    signal (SIGABRT, end);
  if (how == 2)
    signal (SIGABRT, come_back);
  if (sigsetjmp (back, 1))
    return 7;
  if (how == 2)
    abort ();
  if (how == 3) {
    signal (SIGABRT, SIG_IGN);
    abort ();
  }
  if (how < 2)
    abort ();
  return 0;
}
