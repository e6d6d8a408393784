/* Signals: only those that a program sends to itself. They arrive at once, or
 * when they are no longer blocked: a handler is called like a function.
 */

#include "system.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ksigaction.h"

typedef struct k_sigaction action;

static action actions[_NSIG];          /* by number of the signal */
static unsigned long blocked, pending; /* bit of signal n: n - 1 */

/* Known, but never used: what a stack that is full would need it for is an
 * error.
 */
system_call (sigaltstack) {
  static stack_t now = {.ss_flags = SS_DISABLE};
  stack_t before = now;
  if (a)
    now = *(const stack_t *) a;
  if (b)
    *(stack_t *) b = before;
  return 0;
}

system_call (rt_sigaction) {
  if (a < 1 || a >= _NSIG || a == SIGKILL || a == SIGSTOP)
    return -EINVAL;
  if (c)
    *(action *) c = actions[a];
  if (b)
    actions[a] = *(const action *) b;
  if (actions[a].handler != SIG_DFL && actions[a].handler != SIG_IGN)
    reprise_may_be_woken ();
  return 0;
}

static void call_handler (int number) {
  action *taken = &actions[number];
  void (*handler) (int) = taken->handler;
  if (taken->flags & SA_RESETHAND)
    taken->handler = SIG_DFL;
  if (!(taken->flags & SA_SIGINFO)) {
    handler (number);
    return;
  }
  siginfo_t info = {.si_signo = number, .si_code = SI_USER};
  info.si_pid = SYSTEM_PID;
  ((void (*) (int, siginfo_t *, void *)) handler) (number, &info, NULL);
}

static const char *name_of (int number) {
  static const char names[][10] = {
      [SIGHUP] = "SIGHUP",       [SIGINT] = "SIGINT",   [SIGQUIT] = "SIGQUIT",
      [SIGILL] = "SIGILL",       [SIGTRAP] = "SIGTRAP", [SIGBUS] = "SIGBUS",
      [SIGFPE] = "SIGFPE",       [SIGKILL] = "SIGKILL", [SIGUSR1] = "SIGUSR1",
      [SIGSEGV] = "SIGSEGV",     [SIGUSR2] = "SIGUSR2", [SIGPIPE] = "SIGPIPE",
      [SIGALRM] = "SIGALRM",     [SIGTERM] = "SIGTERM", [SIGXCPU] = "SIGXCPU",
      [SIGXFSZ] = "SIGXFSZ",     [SIGPROF] = "SIGPROF", [SIGPOLL] = "SIGPOLL",
      [SIGVTALRM] = "SIGVTALRM", [SIGPWR] = "SIGPWR",   [SIGSYS] = "SIGSYS"};
  unsigned n = (unsigned) number;
  return n < sizeof names / sizeof names[0] && names[n][0]
             ? names[n]
             : "a real-time signal";
}

static void do_default (int number) {
  switch (number) {
  case SIGCHLD:
  case SIGCONT:
  case SIGURG:
  case SIGWINCH:
    return;
  case SIGABRT:
    reprise_fault ("abort", "SIGABRT");
  case SIGSTOP:
  case SIGTSTP:
  case SIGTTIN:
  case SIGTTOU:
    reprise_unsupported ("a signal that stops the process");
  default:
    reprise_fault ("killed", name_of (number));
  }
}

static unsigned long bit (long number) { return 1ul << (number - 1); }

/* Its own and its action's signals are blocked while a handler runs. */
static void handle (int number) {
  unsigned long before = blocked, mask;
  memcpy (&mask, &actions[number].mask, sizeof mask);
  blocked |= mask;
  if (!(actions[number].flags & SA_NODEFER))
    blocked |= bit (number);
  call_handler (number);
  blocked = before;
}

static long deliver (long number) {
  if (number < 0 || number >= _NSIG)
    return -EINVAL;
  if (!number || actions[number].handler == SIG_IGN)
    return 0;
  if (blocked & bit (number) && number != SIGKILL && number != SIGSTOP)
    pending |= bit (number);
  else if (actions[number].handler == SIG_DFL)
    do_default ((int) number);
  else
    handle ((int) number);
  return 0;
}

static int deliver_pending (void) {
  int count = 0;
  for (long number = 1; number < _NSIG; number++)
    if (pending & ~blocked & bit (number)) {
      pending &= ~bit (number);
      deliver (number);
      count++;
    }
  return count;
}

long __reprise_raise (int number) { return deliver (number); }

/* a: how, b: set or NULL, c: where the old set goes or NULL */
system_call (rt_sigprocmask) {
  unsigned long old = blocked;
  if (b) {
    unsigned long set = *(const unsigned long *) b;
    switch (a) {
    case SIG_BLOCK:
      blocked |= set;
      break;
    case SIG_UNBLOCK:
      blocked &= ~set;
      break;
    case SIG_SETMASK:
      blocked = set;
      break;
    default:
      return -EINVAL;
    }
  }
  if (c)
    *(unsigned long *) c = old;
  deliver_pending ();
  return 0;
}

system_call (rt_sigpending) {
  *(unsigned long *) a = pending & blocked;
  return 0;
}

/* a: process, thread or group, b: signal */
system_call (kill) {
  if (a == SYSTEM_PID || a == 0 || a == -SYSTEM_PID)
    return deliver (b);
  return -ESRCH;
}

/* a: process, b: thread, c: signal */
system_call (tgkill) { return b == SYSTEM_PID ? deliver (c) : -ESRCH; }

system_call (pause) {
  reprise_unsupported ("waiting for a signal that nobody sends");
}

/* a: the set that is blocked meanwhile */
system_call (rt_sigsuspend) {
  unsigned long before = blocked;
  blocked = *(const unsigned long *) a;
  if (!deliver_pending ())
    reprise_unsupported ("waiting for a signal that nobody sends");
  blocked = before;
  return -EINTR;
}
