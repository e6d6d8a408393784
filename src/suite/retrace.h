#pragma once

/* Tests executed again by our machine with symbolic inputs, each along its own
 * path: what the path demands of the inputs, and what it answers. No solver is
 * asked: the values of the test decide.
 */

#include "machine/outcome.h"
#include "suite/testcase.h"

typedef struct retrace retrace;

/* The options of the context are those of the run that made the tests. argv is
 * borrowed.
 */
retrace *retrace_new (context *, program *, int argc, const char *const *argv);
void retrace_free (retrace *);

typedef struct retraced {
  bool is_same;    /* it took the inputs of the test, and ends as it did */
  testcase test;   /* with friendly values (friendly.h) on the same path */
  outcome outcome; /* with them */
} retraced;

/* Valid until the next. */
void retrace_execute (retrace *, const testcase *, uint64_t deadline,
                      retraced *out);
