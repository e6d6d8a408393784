#pragma once

/* reprise run, from the file to the report. */

#include "report/report.h"

typedef struct run run;

/* Of what another process has explored, its trie (memo/trie.h), this run goes
 * on with the nodes that are open from the one to the other, as memo_set_share
 * says, and writes into the same file what it has found, and that alone. 'from'
 * is 0: it goes on with all of it, as any run.
 */
typedef struct run_share {
  const char *trie;
  uint32_t from, to;
} run_share;

typedef struct run_request {
  const char *input; /* FILE or FILE:FUNCTION */
  program *program;  /* the same, of a run before (run_take_program), or NULL:
                        it is loaded; owned by the run, also after trouble */
  int argc;          /* arguments of the program, its name not included */
  char **argv;
  /* NULL, or asked about twenty times a second: true ends the run as an
   * interrupt does, because nobody wants its result any more.
   */
  bool (*is_stale) (void *owner);
  bool may_recall; /* the result is enough, if it is known (run/unchanged.h) */
  /* NULL, or called for each test that is written. State and what its path
   * knows are NULL for one that was carried over.
   */
  void (*found) (void *owner, const testcase *, const state *, const pending *);
  /* Of errors, one of each kind and place (with --all-errors each) comes with
   * its state sooner or later, and so do paths that were cut: they are executed
   * though they could be carried over.
   */
  bool shows_ends;
  fork_observer forked; /* or NULL */
  fork_narrower narrow; /* or NULL; needs --store=none */
  asked_observer asked; /* or NULL */
  /* NULL, or told what paths write, as they do: those that write are executed
   * though they could be carried over.
   */
  output_observer wrote;
  const char *const *envp; /* of the program; NULL: empty */
  bool is_counting;        /* machine_tally */
  joiner *joiner;          /* explorer_config; or NULL; needs --store=none */
  bool (*is_over) (void *owner, state *); /* explorer_config; or NULL */
  const run_share *share;                 /* or NULL */
  char_vec *linked;                       /* program_config; or NULL */
  void *owner;
} run_request;

/* ST_OK with a run to be freed, or trouble in the context. */
status run_open (context *, const run_request *, run **out);

/* Explore; the result is borrowed from the run. On trouble it may be all zero,
 * or what there is.
 */
status run_explore (run *, report *out);

/* Of a run that explores, before it does and while it goes on. */
explorer *run_explorer (const run *);
program *run_program (const run *);
const terms *run_terms (const run *);

/* From a signal handler: end soon, keep everything. */
void run_interrupt (run *);

void run_free (run *);

/* The program, for another run on the same input; to be freed. */
program *run_take_program (run *);

/* The same where the process ends next: memory is left to the system, which is
 * faster by far after many paths.
 */
void run_leave (run *);
