#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

/* What a run found, for people and for programs. Filled by the engine; texts
 * are borrowed from the program, the explorer or the list of errors.
 */

#include "explore/explorer.h"
#include "machine/end_record.h"
#include "report/covered.h"
#include "suite/changes.h"

/* One error (identity.h), as its first test shows it. */
typedef struct report_error {
  end_record end;
  const char *inputs; /* that lead to it, in short */
  uint32_t test;      /* number of the first test that shows it */
  uint64_t paths;     /* that end so */
} report_error;

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
  uint64_t branches, branches_covered; /* ways out of conditionals */
} coverage;

/* One bound of --deepen. */
typedef struct report_round {
  uint64_t bound;
  uint64_t paths, boundary; /* all there are now; of them, cut by the bound */
  uint64_t asked, solved;   /* queries */
  uint64_t instructions;
  uint64_t time; /* ns */
} report_round;

typedef struct report {
  const char *input; /* as given */
  const char *out;   /* directory of the suite */
  const char *store; /* place, or NULL */
  explored explored;
  explore_end end;
  const char *state; /* NULL; of a run that did not end: "running", "killed" */
  size_t n_errors;
  const report_error *error;
  uint64_t tests;
  const changes *changes; /* since the last run */
  uint64_t untested;      /* complete paths of earlier runs: --trie=boundary */
  coverage coverage;
  const covered *covered; /* in detail */
  size_t n_losses;
  const report_loss *loss;
  size_t n_targets;
  const target_result *target;
  bool is_exhaustive; /* targets that are not reached cannot be */
  size_t n_rounds;    /* 0 without --deepen */
  const report_round *round;
  context *context;       /* counters, times, memory */
  const program *program; /* NULL, as 'covered': the result is remembered */
} report;

/* Appends the losses of an explorer, with files by name. */
void report_take_losses (memory *, const program *, const explorer *,
                         report_loss_vec *);

/* In total. */
coverage coverage_of (const covered *);

/* A word for what the run says about a target: "reached", "unreachable",
 * "unknown".
 */
const char *report_target_state (const report *, const target_result *);

/* On standard output. */
void report_print (const report *);

/* New references. docs/formats/json.md; the brief one is without 'changes',
 * which may be many.
 */
json_t *report_json (const report *);
json_t *report_brief_json (const report *);

/* One error of these two. */
void report_error_print (const report_error *);
json_t *report_error_json (const report_error *);

/* The same the other way: its texts are those of the object. What it says is
 * taken as it is, not taken apart. False: there is no such kind.
 */
bool report_error_read (const json_t *, arena *, report_error *out);

/* The progress line, at most every tenth of a second on a terminal, or JSON
 * lines once a second; erased when another line is due or at the end.
 */
typedef struct progress {
  progress_kind kind;
  bool is_shown;
  uint64_t started, last, budget;
} progress;

void progress_init (progress *, const context *);
void progress_show (progress *, const context *, const explored *,
                    const machine *);
void progress_erase (progress *);

#endif
