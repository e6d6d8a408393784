/* musl's takes six arguments whether they were given or not, which is an
 * access behind them. Here the list itself tells where they end.
 */

#define _GNU_SOURCE
#include "syscall.h"
#include "reprise.h"

#include <stdarg.h>

struct list { /* va_list as the ABI has it */
  unsigned general, floating;
  const void *others, *registers;
};

#undef syscall
long syscall (long number, ...) {
  long argument[6] = {0};
  va_list rest;
  va_start (rest, number);
  size_t n = reprise_room (((struct list *) rest)->others) / sizeof (long);
  for (size_t i = 0; i < 6 && i < n; i++)
    argument[i] = va_arg (rest, long);
  va_end (rest);
  return __syscall_ret ((unsigned long) __reprise_syscall (
      number, argument[0], argument[1], argument[2], argument[3], argument[4],
      argument[5]));
}
