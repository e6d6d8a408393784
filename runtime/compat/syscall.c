/* musl's take all arguments that there could be whether they were given or not,
 * which is an access behind them. Here the list itself tells where they end. An
 * int is as good as a long.
 */

#define _GNU_SOURCE
#include "syscall.h"
#include "reprise.h"

#include <stdarg.h>

struct list { /* va_list as the ABI has it */
  unsigned general, floating;
  const void *others, *registers;
};

enum { REGISTERS_END = 48 }; /* of general ones; offsets start so far before */

/* Those that were given; the others are zero. */
static void take (va_list rest, long argument[6]) {
  const struct list *l = (const struct list *) rest;
  size_t n = (REGISTERS_END - l->general) / sizeof (long) +
             reprise_room (l->others) / sizeof (long);
  for (size_t i = 0; i < 6; i++)
    argument[i] =
        i < n ? (long) reprise_clean (va_arg (rest, unsigned long)) : 0;
}

static long call (long number, const long argument[6]) {
  return __syscall_ret ((unsigned long) __reprise_syscall (
      number, argument[0], argument[1], argument[2], argument[3], argument[4],
      argument[5]));
}

#undef syscall
long syscall (long number, ...) {
  long argument[6];
  va_list rest;
  va_start (rest, number);
  take (rest, argument);
  va_end (rest);
  return call (number, argument);
}

int prctl (int what, ...) {
  long argument[7] = {what};
  va_list rest;
  va_start (rest, what);
  take (rest, argument + 1);
  va_end (rest);
  return (int) call (SYS_prctl, argument);
}

int ioctl (int descriptor, int what, ...) {
  long argument[8] = {descriptor, what};
  va_list rest;
  va_start (rest, what);
  take (rest, argument + 2);
  va_end (rest);
  return (int) call (SYS_ioctl, argument);
}
