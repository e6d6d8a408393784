#pragma once

/* Coverage as C counts it. Runs explore a simpler program, in which some
 * decisions of C are values and no branches (program/branches.h). So at the end
 * tests are executed once more, concretely, in the program with all of them:
 * what is counted then is what compilers count of these tests.
 */

#include "report/report.h"
#include "run/subject.h"

typedef struct recount {
  memory *mem;
  program *program;
  covered covered;
  arena sources;
} recount;

void recount_init (recount *, memory *);
void recount_release (recount *);

/* Of the suite that was written; borrowed by the report. Nothing where nothing
 * was simplified, no test has an end, or the deadline (0: none) is too near.
 */
void recount_tests (recount *, subject *, uint64_t deadline, report *);
