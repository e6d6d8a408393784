#pragma once

/* One round of exploring: the last run's trie comes in; a suite, a trie, a
 * report file and a report go out.
 *
 *     memo      what the last round explored          memo/
 *     explorer  paths: run, fork, budgets             explore/
 *     sharing   several processes                     fleet/sharing.c
 *     harvest   tests and errors                      report/harvest.c
 *
 * About once a second, and at the end, what there is so far is written, so
 * that a kill costs no more than that.
 */

#include "memo/memo.h"
#include "run/run.h"
#include "run/subject.h"
#include "store/store.h"

typedef struct run_round run_round;

/* All borrowed until the round is freed. */
typedef struct run_round_config {
  const run_request *request;
  context *context;
  subject *subject;
  program *program;
  store *store; /* or NULL */
  terms *terms;
  oracle *oracle;
  const targets *targets; /* or NULL */
  progress *progress;
  const char *trie; /* its file; NULL: nothing is remembered */
  bool is_trie_written;
  bool is_fresh;    /* nothing is taken from the trie that is there */
  uint64_t started; /* when the time budget began */
  trie_cost start;  /* counters of the process then */
} run_round_config;

/* ST_OK with a round to be freed, or trouble in the context. */
status run_round_open (const run_round_config *, run_round **out);
void run_round_free (run_round *); /* NULL is allowed */

/* Of option --range: only what is between two tests of the last run. */
status run_round_set_share (run_round *, uint32_t from, uint32_t to);
status run_round_set_range (run_round *, const char *text);

/* Explores and completes the suite. */
status run_round_explore (run_round *, explore_end *);

/* Which tests these options ask for: those that stop early want few. */
suite_choice run_round_choice (const options *);

/* After exploring: writes the trie, where it is written and nobody else did. */
void run_round_keep (run_round *, bool is_whole);

/* After exploring, once. Borrowed from the round; the end is not filled in. */
void run_round_report (run_round *, explore_end, report *out);

/* The next run of the unchanged program has nothing to do. */
bool run_round_is_settled (const run_round *);

explorer *run_round_explorer (const run_round *);
