/* Functions of glibc that POSIX does not have, each small. */

#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <gnu/libc-version.h>
#include <grp.h>
#include <limits.h>
#include <malloc.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "reprise.h"

void *rawmemchr (const void *p, int byte) {
  const unsigned char *q = p;
  while (*q != (unsigned char) byte)
    q++;
  return (void *) q;
}

char *canonicalize_file_name (const char *path) {
  return realpath (path, NULL);
}

/* POSIX's, which <libgen.h> names so, and that of GNU. */

char *__xpg_basename (char *path) {
  if (!path || !*path)
    return ".";
  size_t end = strlen (path);
  while (end > 1 && path[end - 1] == '/')
    path[--end] = 0;
  size_t start = end - 1;
  while (start && path[start - 1] != '/')
    start--;
  return path + start;
}

char *basename (const char *path) {
  char *slash = strrchr (path, '/');
  return slash ? slash + 1 : (char *) path;
}

/* In the C locale: 1 for yes, 0 for no, -1 for neither. */
int rpmatch (const char *answer) {
  if (*answer == 'y' || *answer == 'Y')
    return 1;
  return *answer == 'n' || *answer == 'N' ? 0 : -1;
}

/* The name of the version that programs expect of Debian 12's. */
const char *gnu_get_libc_version (void) { return "2.36"; }
const char *gnu_get_libc_release (void) { return "stable"; }

/* Of the kernel's table the size of pages is told, and nothing of the host. */
unsigned long getauxval (unsigned long what) {
  reprise_bound ("a fixed host");
  if (what == AT_PAGESZ)
    return 4096;
  errno = ENOENT;
  return 0;
}

unsigned long __getauxval (unsigned long what) { return getauxval (what); }

/* Numbers that look random, and are the same in every run. */

void arc4random_buf (void *to, size_t n) {
  for (size_t i = 0; i < n; i += 256)
    getentropy ((char *) to + i, n - i < 256 ? n - i : 256);
}

uint32_t arc4random (void) {
  uint32_t v;
  arc4random_buf (&v, sizeof v);
  return v;
}

uint32_t arc4random_uniform (uint32_t bound) {
  return bound ? (uint32_t) ((uint64_t) arc4random () * bound >> 32) : 0;
}

/* Signals by name. */

static const char *const signals[] = {
    [SIGHUP] = "HUP",       [SIGINT] = "INT",       [SIGQUIT] = "QUIT",
    [SIGILL] = "ILL",       [SIGTRAP] = "TRAP",     [SIGABRT] = "ABRT",
    [SIGBUS] = "BUS",       [SIGFPE] = "FPE",       [SIGKILL] = "KILL",
    [SIGUSR1] = "USR1",     [SIGSEGV] = "SEGV",     [SIGUSR2] = "USR2",
    [SIGPIPE] = "PIPE",     [SIGALRM] = "ALRM",     [SIGTERM] = "TERM",
    [SIGSTKFLT] = "STKFLT", [SIGCHLD] = "CHLD",     [SIGCONT] = "CONT",
    [SIGSTOP] = "STOP",     [SIGTSTP] = "TSTP",     [SIGTTIN] = "TTIN",
    [SIGTTOU] = "TTOU",     [SIGURG] = "URG",       [SIGXCPU] = "XCPU",
    [SIGXFSZ] = "XFSZ",     [SIGVTALRM] = "VTALRM", [SIGPROF] = "PROF",
    [SIGWINCH] = "WINCH",   [SIGIO] = "POLL",       [SIGPWR] = "PWR",
    [SIGSYS] = "SYS"};

const char *sigabbrev_np (int n) {
  return n > 0 && n < (int) (sizeof signals / sizeof *signals) ? signals[n]
                                                               : NULL;
}

const char *sigdescr_np (int n) {
  return sigabbrev_np (n) ? strsignal (n) : NULL;
}

const char *strerrordesc_np (int n) { return strerror (n); }

/* Descriptors, groups, memory. */

int close_range (unsigned int first, unsigned int last, int flags) {
  if (first > last) {
    errno = EINVAL;
    return -1;
  }
  unsigned int end = last < 1023 ? last : 1023;
  for (unsigned int i = first; i <= end; i++)
    if (flags & 4) /* CLOSE_RANGE_CLOEXEC */
      fcntl ((int) i, F_SETFD, FD_CLOEXEC);
    else
      close ((int) i);
  errno = 0;
  return 0;
}

void closefrom (int first) { close_range (first < 0 ? 0 : first, ~0u, 0); }

int group_member (gid_t group) {
  gid_t all[32];
  int n = getgroups (32, all);
  for (int i = 0; i < n; i++)
    if (all[i] == group)
      return 1;
  return group == getegid ();
}

struct mallinfo2 mallinfo2 (void) { return (struct mallinfo2) {0}; }
int malloc_trim (size_t kept) { return 0; }
int mallopt (int what, int value) { return 1; }
void malloc_stats (void) {}
void mtrace (void) {}
void muntrace (void) {}

/* musl's do not ask the system. */
int brk (void *end) { return (int) syscall (SYS_brk, end); }
void *sbrk (intptr_t by) { return (void *) syscall (SYS_brk, NULL); }

/* The stack of the program is the machine's. */
int backtrace (void **to, int n) {
  reprise_bound ("empty backtraces");
  return 0;
}
char **backtrace_symbols (void *const *from, int n) { return calloc (1, 8); }
void backtrace_symbols_fd (void *const *from, int n, int descriptor) {}

int renameat2 (int from, const char *old, int to, const char *new,
               unsigned int flags) {
  if (!flags)
    return renameat (from, old, to, new);
  errno = EINVAL;
  return -1;
}

int sigsetmask (int mask) {
  sigset_t set, old;
  sigemptyset (&set);
  for (int i = 1; i <= 32; i++)
    if (mask & 1u << (i - 1))
      sigaddset (&set, i);
  sigprocmask (SIG_SETMASK, &set, &old);
  int res = 0;
  for (int i = 1; i <= 32; i++)
    if (sigismember (&old, i))
      res |= (int) (1u << (i - 1));
  return res;
}

/* Sets of processors; a call that the system does not have. */

void *__sched_cpualloc (size_t n) { return calloc ((n + 63) / 64, 8); }
void __sched_cpufree (void *set) { free (set); }

int statx (int at, const char *path, int flags, unsigned mask, void *to) {
  errno = ENOSYS;
  return -1;
}
