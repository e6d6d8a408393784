#pragma once

/* How KLEE would say that a path ended so. */

#include "suite/testcase.h"

typedef enum ending_type {
#define TYPE(Name, NUMBER) TYPE_##Name = NUMBER,
#include "klee/endings.def"
} ending_type;

ending_type ending_type_of (const testcase *);

/* "Ptr", "Assert", ...; NULL: no type has this number. */
const char *ending_type_name (unsigned);

/* Something that KLEE calls an error, with a file .err: a fault, or a path that
 * a solver or something unsupported ended. But one that needs too much stack
 * only ended early there, with a file .early, as those that were cut.
 */
bool ending_is_error (const testcase *);
bool ending_is_early (const testcase *);

/* What stands between the test's number and ".err", of an error: KLEE's name
 * for it, or the one that the program gave klee_report_error. Appended.
 */
void ending_suffix (memory *, const testcase *, char_vec *out);

/* Of what -fsanitize=undefined finds KLEE says where its own handler is. */
bool ending_is_sanitized (const testcase *);
#define ENDING_HANDLER "runtime/Sanitizer/ubsan/ubsan_handlers.cpp:35: "

/* KLEE's sentence about an error or an early end. */
void ending_write (memory *, const testcase *, char_vec *out);

/* Ends that KLEE counts by themselves. */
typedef struct end_counts {
  uint64_t solver, user, stack;
  uint64_t execution_fault, execution_cut; /* one class there, two here */
} end_counts;

void end_counts_add (end_counts *, const testcase *);
