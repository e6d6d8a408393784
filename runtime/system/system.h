#ifndef SYSTEM_SYSTEM_H
#define SYSTEM_SYSTEM_H

/* The system that programs under test run on: one function for each system
 * call that means something here, in one file for each family. Rows of
 * calls.def say which number is which function.
 *
 * Arguments are a .. f as the program passed them. The result is the call's,
 * or -errno. What a call cannot do honestly, and what no program takes for an
 * ordinary failure, ends the path through reprise_unsupported; what fails
 * here and would not elsewhere is a loss (reprise_missing).
 */

#include "local.h"
#include "reprise.h"

#include <signal.h>
#include <time.h>

#define system_call(NAME) \
  long __reprise_##NAME (long a, long b, long c, long d, long e, long f)

typedef long system_function (long a, long b, long c, long d, long e, long f);

/* Of the process and of its only thread. */
#define SYSTEM_PID (1000 + (long) __reprise_facts[FACT_FILES])
#define SYSTEM_PAGE 4096ul
#define SYSTEM_START 1704067200ul /* 2024-01-01 00:00:00 UTC */

/* Files that are there are a year older: programs that show times show those
 * of old files in the same way at any later time.
 */
#define SYSTEM_FILES 1672531200ul

/* Answers that many calls share (system.c). */
system_call (success);   /* 0 */
system_call (refused);   /* -EPERM */
system_call (no_socket); /* named in the report */

/* Calls that others use. */
system_call (getrandom);
system_call (copy);

void __reprise_now (struct timespec *); /* time.c: without moving it */
long __reprise_raise (int signal);      /* signals.c */

/* Some file is about to be another: the machine will hear which (left.c). */
void __reprise_change_files (void);

/* A new node in a directory: lookup.h, file.c. */
struct found;
struct node;
long __reprise_make (const struct found *, unsigned mode, struct node **);

/* Set by start/inputs.c. */

extern int __reprise_has_files; /* some were asked for */

/* Calls that may still fail on this path: any (--fail-calls). */
extern unsigned __reprise_may_fail;

/* As KLEE has them: the n-th call of a kind fails, n being symbolic, as long
 * as the path has failures left (--max-fail).
 */
enum {
  FAIL_READ,
  FAIL_WRITE,
  FAIL_CLOSE,
  FAIL_TRUNCATE,
  FAIL_GETCWD,
  FAIL_COUNT
};
extern unsigned __reprise_failures;
extern unsigned *__reprise_fail_at[FAIL_COUNT];

#endif
