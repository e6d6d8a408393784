/* abort of programs that handle signals: sigaction needs the lock, and brings
 * this. For all others it is the machine's.
 */

#include "reprise.h"
#include "system.h"

#include <signal.h>

volatile int __abort_lock[1];

_Noreturn void abort (void) {
  struct sigaction now;
  sigset_t set;
  sigaction (SIGABRT, 0, &now);
  if (now.sa_handler != SIG_DFL && now.sa_handler != SIG_IGN) {
    sigemptyset (&set);
    sigaddset (&set, SIGABRT);
    sigprocmask (SIG_UNBLOCK, &set, 0);
    raise (SIGABRT);
  }
  reprise_fault ("abort", "abort");
}
