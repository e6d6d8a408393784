#include "program/trial.h"

#include <errno.h>
#include <fcntl.h>
#include <llvm-c/ErrorHandling.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define STACK_SIZE 65536 /* of signal handlers: the other one may be full */

static const int deadly[] = {SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE};
#define N_DEADLY (sizeof deadly / sizeof *deadly)

enum { CRASHES = 'c', GIVES_UP = 'g' }; /* what the spare process is told */

/* It lies at the far end of the stack for signal handlers, which the kernel
 * remembers: handlers get no argument.
 */
typedef struct crash_trial {
  pid_t spare;
  int heard, tell; /* a pipe to it */
  int complaints, standard_error;
  struct sigaction before[N_DEADLY];
  stack_t stack_before;
} crash_trial;

static crash_trial *running (void) {
  stack_t stack;
  sigaltstack (NULL, &stack);
  return stack.ss_sp;
}

/* The end of this process, in a state that nobody knows: from here on only
 * what a signal handler may do. Who waits for us, or ends us, means the spare
 * process, which ends with us.
 */
static _Noreturn void hand_over (char how) {
  static const int asked_to[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
  crash_trial *t = running ();
  int end = 0;
  for (size_t i = 0; i < sizeof asked_to / sizeof *asked_to; i++)
    signal (asked_to[i], SIG_DFL);
  if (write (t->tell, &how, 1) == 1)
    while (waitpid (t->spare, &end, 0) < 0 && errno == EINTR)
      ;
  _exit (WIFEXITED (end) ? WEXITSTATUS (end) : 128 + WTERMSIG (end));
}

static void trial_on_signal (int number) {
  (void) number;
  hand_over (CRASHES);
}

static void on_fatal_error (const char *reason) {
  (void) reason;
  hand_over (GIVES_UP);
}

static void catch_all (crash_trial *t) {
  struct sigaction action = {.sa_handler = trial_on_signal,
                             .sa_flags = SA_ONSTACK};
  stack_t stack = {.ss_sp = t, .ss_size = STACK_SIZE};
  sigemptyset (&action.sa_mask);
  sigaltstack (&stack, &t->stack_before);
  for (size_t i = 0; i < N_DEADLY; i++)
    sigaction (deadly[i], &action, t->before + i);
  LLVMInstallFatalErrorHandler (on_fatal_error);
}

static void catch_none (crash_trial *t) {
  LLVMResetFatalErrorHandler ();
  for (size_t i = 0; i < N_DEADLY; i++)
    sigaction (deadly[i], t->before + i, NULL);
  sigaltstack (&t->stack_before, NULL);
}

/* Complaints count as trouble: the first line of them. */
static status check_silence (int fd, const char *name, trouble *t) {
  char text[256];
  ssize_t n = pread (fd, text, sizeof text - 1, 0);
  if (n <= 0)
    return ST_OK;
  text[n] = 0;
  text[strcspn (text, "\n")] = 0;
  return trouble_set (t, ST_BADINPUT, "LLVM cannot read '%s': %s", name, text);
}

/* Wait until it is known whether this process is needed. */
static char wait_as_spare (crash_trial *r) {
  char how;
  ssize_t n;
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  close (r->tell);
  r->tell = -1;
  do
    n = read (r->heard, &how, 1);
  while (n < 0 && errno == EINTR);
  if (n != 1)
    _exit (0);
  return how;
}

static status work_here (crash_trial *r, trial_work *work, void *data,
                         const char *name, trouble *t) {
  catch_all (r);
  dup2 (r->complaints, STDERR_FILENO);
  status st = work (data, t);
  dup2 (r->standard_error, STDERR_FILENO);
  catch_none (r);
  return st == ST_OK ? check_silence (r->complaints, name, t) : st;
}

static void dismiss_spare (crash_trial *r) {
  close (r->tell);
  r->tell = -1;
  while (waitpid (r->spare, NULL, 0) < 0 && errno == EINTR)
    ;
}

static status with_spare (crash_trial *r, trial_work *work, void *data,
                          const char *name, trouble *t) {
  r->spare = fork ();
  if (r->spare < 0)
    return trouble_set (t, ST_NOFILE, "cannot start a process: %s",
                        strerror (errno));
  if (!r->spare) {
    const char *how = wait_as_spare (r) == CRASHES ? "crashes" : "gives up";
    return trouble_set (t, ST_BADINPUT, "'%s' is damaged: LLVM %s reading it",
                        name, how);
  }
  status st = work_here (r, work, data, name, t);
  dismiss_spare (r);
  return st;
}

static bool open_trial (crash_trial *r) {
  int fd[2] = {-1, -1};
  r->complaints = memfd_create ("complaints", MFD_CLOEXEC);
  r->standard_error = fcntl (STDERR_FILENO, F_DUPFD_CLOEXEC, 0);
  bool is_open = r->complaints >= 0 && !pipe2 (fd, O_CLOEXEC);
  r->heard = fd[0];
  r->tell = fd[1];
  return is_open;
}

static void close_trial (crash_trial *r) {
  const int fd[] = {r->complaints, r->standard_error, r->heard, r->tell};
  for (size_t i = 0; i < sizeof fd / sizeof *fd; i++)
    if (fd[i] >= 0)
      close (fd[i]);
  munmap (r, STACK_SIZE);
}

status trial_run (trial_work *work, void *data, const char *name, trouble *t) {
  crash_trial *r = mmap (NULL, STACK_SIZE, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (r == MAP_FAILED)
    return trouble_set (t, ST_NOFILE, "cannot start a process: %s",
                        strerror (errno));
  status st = open_trial (r)
                  ? with_spare (r, work, data, name, t)
                  : trouble_set (t, ST_NOFILE, "cannot start a process: %s",
                                 strerror (errno));
  close_trial (r);
  return st;
}
