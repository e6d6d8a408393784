/* The dispatcher: from the number of a system call to its function. */

#include "system.h"
#include "file.h"

#include <errno.h>
#include <sys/syscall.h>

#define CALL(NUMBER, NAME) system_call (NAME);
#include "calls.def"
#undef CALL

#define CALL(NUMBER, NAME) [SYS_##NUMBER] = __reprise_##NAME,
static system_function *const functions[] = {
#include "calls.def"
};
#undef CALL

system_call (success) { return 0; }
system_call (refused) { return -EPERM; }

system_call (no_timer) {
  if (a || b) {
    __reprise_is_alone = 0;
    reprise_missing ("alarm() or setitimer() had no effect: no signal comes");
  }
  return 0;
}

system_call (no_socket) {
  reprise_missing ("socket() failed: there is no network");
  return -EAFNOSUPPORT;
}

/* Failures. */

int __reprise_has_files;
unsigned __reprise_may_fail;
unsigned __reprise_failures;
unsigned *__reprise_fail_at[FAIL_COUNT];

static int kind_of (long n) {
  switch (n) {
  case SYS_read:
  case SYS_readv:
  case SYS_pread64:
    return FAIL_READ;
  case SYS_write:
  case SYS_writev:
  case SYS_pwrite64:
    return FAIL_WRITE;
  case SYS_close:
    return FAIL_CLOSE;
  case SYS_ftruncate:
    return FAIL_TRUNCATE;
  case SYS_getcwd:
    return FAIL_GETCWD;
  default:
    return -1;
  }
}

/* What a stream of the program prints leaves it in KLEE, and never fails. */
static int is_printed (long n, long descriptor) {
  const file *f = n == SYS_writev ? file_get (descriptor) : NULL;
  return f && f->node->device == DEVICE_OUTPUT;
}

static long counted_failure (long n, long descriptor) {
  static unsigned calls[FAIL_COUNT];
  int kind = is_printed (n, descriptor) ? -1 : kind_of (n);
  if (kind < 0 || ++calls[kind] != *__reprise_fail_at[kind])
    return 0;
  __reprise_failures--;
  return kind == FAIL_GETCWD ? -ERANGE : -EIO;
}

/* How a call fails that nobody expects to; 0: it does not. */
static long usual_failure (long n) {
  switch (n) {
  case SYS_read:
  case SYS_readv:
  case SYS_pread64:
  case SYS_close:
  case SYS_fsync:
  case SYS_fdatasync:
  case SYS_getdents64:
    return -EIO;
  case SYS_write:
  case SYS_writev:
  case SYS_pwrite64:
  case SYS_ftruncate:
  case SYS_mkdir:
  case SYS_mkdirat:
  case SYS_symlink:
  case SYS_symlinkat:
    return -ENOSPC;
  case SYS_open:
  case SYS_openat:
  case SYS_dup:
  case SYS_dup3:
  case SYS_pipe:
  case SYS_pipe2:
    return -EMFILE;
  case SYS_stat:
  case SYS_lstat:
  case SYS_newfstatat:
  case SYS_unlink:
  case SYS_unlinkat:
  case SYS_rename:
  case SYS_link:
  case SYS_linkat:
  case SYS_chmod:
  case SYS_fchmodat:
  case SYS_chdir:
    return -EACCES;
  case SYS_getcwd:
    return -ENOENT;
  case SYS_mmap:
    return -ENOMEM;
  default:
    return 0;
  }
}

static long chosen_failure (long n) {
  long failure = usual_failure (n);
  if (!failure || !klee_range (0, 2, "fails"))
    return 0;
  __reprise_may_fail--;
  return failure;
}

/* An error that is one of several becomes one on each path: what is made of it,
 * a place in the table of messages, is better known than chosen. The number is
 * read twice, so that no compiler takes the result for it.
 */
static long one_error (long result) {
  for (volatile long k = 1; k <= EHWPOISON; k++)
    if (result == -k)
      return -k;
  return result;
}

static const char *const names[] = {
#include "syscall_names.h" /* made of musl's numbers */
};

static char *put (char *at, const char *text) {
  while (*text)
    *at++ = *text++;
  return at;
}

static char *put_number (char *at, unsigned long n) {
  if (n > 9)
    at = put_number (at, n / 10);
  *at++ = (char) ('0' + n % 10);
  return at;
}

static long no_such_call (long n) {
  char text[100], *at = text;
  unsigned long number = reprise_is_concrete ((uint64_t) n)
                             ? (unsigned long) n
                             : reprise_concrete ((uint64_t) n);
  if (number < sizeof names / sizeof names[0] && names[number])
    at = put (put (at, names[number]), "()");
  else
    at = put (put_number (put (at, "syscall("), number), ")");
  *put (at, " failed: there is no such call here") = 0;
  reprise_missing (text);
  return -ENOSYS;
}

long __reprise_syscall (long n, long a, long b, long c, long d, long e,
                        long f) {
  const unsigned long count = sizeof functions / sizeof functions[0];
  long failure = 0;
  if ((unsigned long) n >= count || !functions[n])
    return no_such_call (n);
  if (__reprise_failures)
    failure = counted_failure (n, a);
  else if (__reprise_may_fail)
    failure = chosen_failure (n);
  if (failure)
    return failure;
  long result = functions[n](a, b, c, d, e, f);
  return reprise_is_concrete (result) || result >= 0 ? result
                                                     : one_error (result);
}
