#ifndef SYSTEM_SYSTEM_H
#define SYSTEM_SYSTEM_H

/* The system that programs under test run on: one function for each system
 * call that means something here, in one file for each family. Rows of
 * calls.def say which number is which function.
 *
 * Arguments are a .. f as the program passed them. The result is the call's,
 * or -errno. What a call cannot do honestly, and what no program takes for an
 * ordinary failure, ends the path through reprise_unsupported.
 */

#include "reprise.h"

#define system_call(NAME) \
  long __reprise_##NAME (long a, long b, long c, long d, long e, long f)

void klee_warning_once (const char *message);

typedef long system_function (long a, long b, long c, long d, long e, long f);

#define SYSTEM_PID 1000 /* of the process and of its only thread */
#define SYSTEM_PAGE 4096ul

/* Answers that many calls share (system.c). */
system_call (success); /* 0 */
system_call (no_file); /* -ENOENT: there are no files but the streams */
system_call (refused); /* -EPERM */

#endif
