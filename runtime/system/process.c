/* The process: there is one, with one thread, of an ordinary user. */

#include "lookup.h"
#include "system.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "futex.h"

#define USER 1000

system_call (exit) { _exit ((int) a); }

system_call (own_thread) { return SYSTEM_PID; }
system_call (getpid) {
  reprise_bound ("fixed process ids");
  return SYSTEM_PID;
}
system_call (getppid) {
  reprise_bound ("fixed process ids");
  return 1 + (long) __reprise_facts[FACT_FILES];
}

static long user (void) {
  reprise_bound ("an ordinary user");
  return USER;
}

system_call (getuid) { return user (); }

static int is_own (long id) {
  return (unsigned) id == user () || (unsigned) id == -1u;
}

system_call (setuid) { return (unsigned) a == user () ? 0 : -EPERM; }
system_call (setreuid) { return is_own (a) && is_own (b) ? 0 : -EPERM; }
system_call (setresuid) {
  return is_own (a) && is_own (b) && is_own (c) ? 0 : -EPERM;
}

system_call (getresuid) {
  *(unsigned *) a = *(unsigned *) b = *(unsigned *) c = (unsigned) user ();
  return 0;
}

system_call (getgroups) {
  if (a)
    *(unsigned *) b = (unsigned) user ();
  return 1;
}

/* What these change only others see, or nobody before the end. */
system_call (prctl) {
  switch (a) {
  case PR_SET_NAME:
  case PR_SET_DUMPABLE:
  case PR_SET_PDEATHSIG:
  case PR_SET_NO_NEW_PRIVS:
  case PR_SET_TIMERSLACK:
    return 0;
  default:
    reprise_missing ("prctl() failed");
    return -EINVAL;
  }
}

int __reprise_is_alone = 1;

system_call (fork) {
  __reprise_is_alone = 0;
  reprise_may_be_woken ();
  reprise_missing ("fork() failed: there is only one process");
  return -EAGAIN;
}

/* No file is a program that could be executed here. */
system_call (execve) {
  found it;
  reprise_missing ("exec() failed: no other program can be executed");
  long trouble = find (AT_FDCWD, (const char *) a, 0, &it);
  if (trouble)
    return trouble;
  if (!node_is (it.node, S_IFREG) || !node_allows (it.node, X_OK))
    return -EACCES;
  return -ENOEXEC;
}

system_call (wait4) { return -ECHILD; }

/* Nobody else could wake the one who waits. */
system_call (futex) {
  if ((b & 15) != FUTEX_WAIT)
    return 0;
  if (*(const volatile int *) a != (int) c)
    return -EAGAIN;
  if (d)
    return -ETIMEDOUT;
  if (__reprise_is_alone)
    reprise_fault ("deadlock", "the only thread waits for another one");
  reprise_unsupported ("waiting for another thread or process");
}

system_call (sched_getaffinity) {
  if (b < 8)
    return -EINVAL;
  reprise_bound ("a fixed host");
  memset ((void *) c, 0, 8);
  *(unsigned char *) c = 1;
  return 8;
}

/* Only upwards, and no further than 19. */
static long niceness;

system_call (setpriority) {
  long wanted = (int) c > 19 ? 19 : (int) c;
  if (wanted < niceness)
    return -EACCES;
  niceness = wanted;
  return 0;
}

/* The kernel's way of saying it. */
system_call (getpriority) {
  return 20 - niceness - (long) (__reprise_facts[FACT_HOST] & 7);
}
