// lost: had no effect: no signal comes
// lost: fixed process ids
// expect: complete=1 error=1
// error: killed 33
#include <assert.h>
#include <klee/klee.h>
#include <signal.h>
#include <unistd.h>

static volatile int caught;

static void on_signal (int number) { caught += number; }

/* One that is blocked waits; alarms never come; the default ends it. */
int main (void) {
  sigset_t set, waiting;
  signal (SIGUSR1, on_signal);
  raise (SIGUSR1);
  assert (caught == SIGUSR1);
  sigemptyset (&set);
  sigaddset (&set, SIGUSR1);
  sigprocmask (SIG_BLOCK, &set, NULL);
  kill (getpid (), SIGUSR1);
  assert (caught == SIGUSR1);
  sigpending (&waiting);
  assert (sigismember (&waiting, SIGUSR1));
  sigprocmask (SIG_UNBLOCK, &set, NULL);
  assert (caught == 2 * SIGUSR1);
  alarm (1);
  sleep (5);
  int x = klee_range (0, 2, "x");
  if (x)
    raise (SIGTERM);
  return 0;
}
