/* musl's takes a third argument whether one was given or not, which is an
 * access behind the arguments.
 */

#define _GNU_SOURCE
#include "reprise.h"
#include "syscall.h"

#include <fcntl.h>
#include <stdarg.h>

static int has_argument (int command) {
  switch (command) {
  case F_GETFD:
  case F_GETFL:
  case F_GETOWN:
  case F_GETSIG:
  case F_GETLEASE:
  case F_GETPIPE_SZ:
  case F_GET_SEALS:
    return 0;
  default:
    return 1;
  }
}

int fcntl (int descriptor, int command, ...) {
  unsigned long argument = 0;
  if (has_argument (command)) {
    va_list rest;
    va_start (rest, command);
    argument = reprise_clean (va_arg (rest, unsigned long));
    va_end (rest);
  }
  return (int) syscall (SYS_fcntl, descriptor, command, argument);
}
