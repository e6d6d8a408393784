#pragma once

/* What a run found, as a value: the terminal and JSON (report_json.h) are views
 * of it, and what reads that (files.h). Texts and lists are borrowed, from the
 * program, the explorer and the harvest, or from what was read
 * (report_of_json).
 */

#include "explore/explorer.h"
#include "report/covered.h"
#include "suite/changes.h"
#include "suite/misuse.h"
#include "suite/suite.h"

/* What a native run says of a test. */
typedef enum native_kind {
  NATIVE_NOT_RUN,
  NATIVE_AGREES,
  NATIVE_UNSEEN,      /* same path to the error, which no sanitizer sees */
  NATIVE_UNCONFIRMED, /* same path, and no error where one would be seen */
  NATIVE_MISSED,      /* an error where we saw none */
  NATIVE_OTHERWISE,   /* another path, status or output */
  NATIVE_KINDS
} native_kind;

const char *native_kind_name (native_kind); /* "missed" */

/* What share of the inputs: report/counting.h. All NULL: not counted. */
typedef struct report_share {
  const char *words;      /* "1 in 65,536 inputs" */
  const char *low, *high; /* fractions, the same where it is exact */
} report_share;

/* That of the path of a test. */
typedef struct test_share {
  uint32_t test;
  report_share share;
  const char *count; /* so many values of its inputs; NULL: not known */
} test_share;

/* One error (identity.h), as its first test shows it. */
typedef struct report_error {
  end_record end;
  error_class class;
  const char *only_if; /* what it takes besides, "": nothing */
  const char *inputs;  /* that lead to it, in short */
  uint32_t test;       /* number of the first test that shows it */
  uint64_t paths;      /* that end so */
  native_kind native;  /* how that test ends natively */
  report_share share;  /* of the inputs that lead to it */
} report_error;

/* What is one error. */
typedef enum errors_per {
  ERRORS_PER_CAUSE, /* kind, place and object (identity.h) */
  ERRORS_PER_PLACE, /* kind and place, as KLEE counts */
  ERRORS_PER_PATH,  /* each path that ends so: --all-errors */
  ERRORS_PER_COUNT
} errors_per;

/* Something that was not explored, or not exactly. */
typedef struct report_loss {
  cause cause;
  const char *file, *function; /* "" where it is not known */
  uint32_t line;               /* or 0 */
  uint64_t count;
} report_loss;
typedef VEC (report_loss) report_loss_vec;

typedef struct coverage {
  uint64_t lines, lines_covered;
  uint64_t branches, branches_covered; /* sides of decisions */
  uint64_t folded; /* sides of those in the source that are no branches of their
                      own here (--keep-branches) */
  bool is_least;   /* not all tests, or paths without one: may be more */
} coverage;

/* Whether one of --target was reached. */
typedef enum target_state {
  TARGET_REACHED,
  TARGET_UNREACHABLE, /* no path leads there */
  TARGET_UNKNOWN,     /* not reached in what was explored */
  TARGET_STATES
} target_state;

typedef struct report_target {
  const char *place; /* as given */
  target_state state;
  uint64_t test;  /* the first that reaches it, or 0 */
  uint64_t paths; /* that had ended by then, that one included */
} report_target;
typedef VEC (report_target) report_target_vec;

/* A two-way conditional, or one target of a switch: taken or not. */
typedef struct report_branch {
  uint32_t line; /* 0: of no line */
  bool is_reached, was_true, was_false;
} report_branch;

typedef struct report_function {
  const char *name;
  uint32_t line; /* its first with code */
  bool is_called;
} report_function;

/* One source file. */
typedef struct report_source {
  const char *file;
  coverage coverage;
  size_t n_covered, n_uncovered; /* lines with code: executed or not */
  const uint32_t *covered, *uncovered;
  size_t n_branches, n_functions; /* by line */
  const report_branch *branch;
  const report_function *function;
} report_source;

/* What it cost. */
typedef struct report_work {
  uint64_t queries, solved; /* all; those that needed a solver */
  size_t n_rungs;
  json_count rung[N_RUNGS]; /* queries by what answered them, if any */
  uint64_t total;           /* ns, wall clock */
  uint64_t time[N_PHASES];
  uint64_t memory_peak;
} report_work;

/* A test that ends otherwise natively. */
typedef struct native_difference {
  uint32_t test;
  native_kind kind;
  const char *inputs, *ours, *natively, *remark;
} native_difference;

/* Tests that were run natively, at the end (run/confirming.h). */
typedef struct report_confirmed {
  uint64_t tests; /* 0: it was not done */
  uint64_t agree, unseen, differ;
  size_t n_differences; /* 'unseen' and 'differ' */
  const native_difference *differences;
} report_confirmed;

/* Lists are in the order in which they are shown. */
typedef struct report {
  const char *input; /* as given */
  explore_end end;
  const char *state; /* NULL; of a run that did not end: "running", "killed" */
  const char *error; /* what went wrong after the exploration, or NULL */
  explored explored;
  errors_per per;
  size_t n_errors;
  const report_error *errors;
  uint64_t tests;      /* written */
  uint64_t chosen_of;  /* so many: --suite; 0: they are all */
  change_list changes; /* since the last run */
  coverage coverage;
  size_t n_sources;
  const report_source *sources;
  size_t n_losses;
  const report_loss *losses;
  size_t n_targets;
  const report_target *targets;
  report_confirmed confirmed;
  const char *counted; /* --count: what was counted, in a sentence; or NULL */
  size_t n_shares;
  const test_share *shares;
  report_work work;

  /* Not part of what was found: for those who write files. */
  const char *out;        /* directory of the suite */
  const char *store;      /* place, or NULL */
  context *context;       /* options, memory; NULL: there is no report */
  const program *program; /* NULL, as 'covered': the result was kept */
  const covered *covered; /* by block */
} report;

/* Appends the losses of an explorer, with files by name. */
void report_take_losses (memory *, const program *, const explorer *,
                         report_loss_vec *);

/* Appends the bounds of its input; their texts are in the arena. */
void report_take_bounds (memory *, arena *, program *, const options *,
                         bool has_arguments, report_loss_vec *);

/* A function that is driven by its types may find what another call left. */
bool report_has_state (program *);

/* What was counted so far. */
void report_take_work (report *, context *);

/* How many errors are of a class, and the paths that end so. */
size_t report_count (const report *, error_class, uint64_t *paths);

/* Paths whose errors are none of the program's, as one of its counts. */
void report_count_misuse (report *);

/* In total, and by file: these are in the arena. */
coverage coverage_of (const covered *);
void coverage_by_file (const covered *, arena *, report *out);

/* A word for it: "reached", "unreachable", "unknown". */
const char *target_state_name (target_state);

/* Of an error whose test was run: "confirmed natively". */
const char *native_text (native_kind);

/* On standard output. */
void report_print (const report *);
void report_error_print (const report_error *);

/* "FILE:LINE: what in FUNCTION: how". */
void report_print_fault (const end_record *, FILE *);

/* The progress line, at most every tenth of a second on a terminal, where it is
 * erased when another line is due or at the end, else once a minute; or JSON
 * lines once a second. And errors, as they are found.
 */
typedef struct progress {
  progress_kind kind;
  bool is_terminal, is_shown;
  uint64_t every, started, last, budget;
  FILE *untold; /* errors that were not told yet, into 'text'; or NULL */
  char *text;
  size_t size;
} progress;

void progress_init (progress *, const context *);
void progress_show (progress *, const context *, const explored *,
                    const machine *);
void progress_erase (progress *);
void progress_tell (progress *, const testcase *);
void progress_end (progress *);
