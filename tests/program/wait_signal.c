// lost: waiting in a loop for a signal, thread or process
// expect: complete=1 error=1 cut=1
// error: infinite_loop 18
// A loop that waits for a signal ends elsewhere; the same one without a handler
// does not.
#include <klee/klee.h>
#include <signal.h>

static volatile sig_atomic_t came;
static void note (int number) { came = number; }

int main (void) {
  int how = klee_range (0, 3, "how");
  if (how == 2)
    return 0;
  if (how)
    signal (SIGALRM, note);
  while (!came)
    ;
  return came;
}
