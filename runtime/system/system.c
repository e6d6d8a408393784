/* The dispatcher: from the number of a system call to its function. */

#include "system.h"

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
system_call (no_file) { return -ENOENT; }
system_call (refused) { return -EPERM; }

long __reprise_syscall (long n, long a, long b, long c, long d, long e,
                        long f) {
  const unsigned long count = sizeof functions / sizeof functions[0];
  if ((unsigned long) n >= count || !functions[n])
    return -ENOSYS;
  return functions[n](a, b, c, d, e, f);
}
