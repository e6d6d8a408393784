#pragma once

/* What a run says of the program, as a value: law 8.
 *
 *     report ── losses, end, state ──▶ run_verdict ──▶ first line, exit status,
 *        └───── errors ───────────────────┘            JSON, SARIF, HTML, KLEE
 *
 * Computed here and nowhere else. It is 'safe' only if every path was explored
 * and nothing was approximated, assumed or left out; a loss whose class has
 * another weight than NOTHING (machine/classes.def) is a reason why not. One
 * reason at several places is one, at the first of them. --allow-incomplete
 * changes the exit status, never the verdict. So do errors only that can
 * happen: what takes arguments that nobody is known to pass is told below them.
 */

#include "report/report.h"

typedef enum run_answer { RUN_SAFE, RUN_ERRORS, RUN_INCOMPLETE } run_answer;

typedef struct verdict_reason {
  reason_class class;
  const report_loss *first; /* cause and place; its count is of that place */
  uint64_t count;           /* at all places */
  uint64_t others;          /* how many other places */
  bool is_allowed;          /* does not change the exit status */
} verdict_reason;

typedef struct run_verdict {
  const report *report;
  run_answer answer;
  int status;                            /* exit_status.h */
  size_t n_errors, n_only_if, n_misuses; /* by class (suite/misuse.h) */
  bool is_accepted;          /* all reasons are allowed, or there are none */
  size_t n_reasons;          /* the first of 'told'; then bounds, warnings */
  VEC (verdict_reason) told; /* those that matter most first */
  report_loss unfinished;    /* the run itself, if nothing else says it */
} run_verdict;

/* The report is borrowed and has a context; to be released. */
void verdict_init (run_verdict *, const report *);
void verdict_release (run_verdict *);

const char *verdict_name (run_answer); /* "safe" */

/* The first line: "no errors in the 12 paths explored; 3 calls of ...", or
 * "1 error; 3 calls of ...".
 */
void verdict_print (const run_verdict *, char_vec *out);

/* Why it is incomplete, in short: "3 calls of ...; and 2 more reasons". */
void verdict_print_reasons (const run_verdict *, char_vec *out);

/* What is assumed of inputs besides; may be nothing. */
void verdict_print_premise (const run_verdict *, char_vec *out);

/* One of them, in full, without its place. */
void verdict_reason_print (const verdict_reason *, char_vec *out);

/* Of --allow-incomplete, checked: a set of classes as bits. */
status verdict_allow (const char *list, unsigned *out, trouble *);
