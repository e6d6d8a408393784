#pragma once

/* Iterative deepening: the same run with one --max-depth after the other, each
 * going on where the one before ended. Here is which bounds there are and what
 * each of them cost; run.c does the work.
 */

#include "report/report.h"

typedef struct deepening {
  context *context;
  uint64_t from, to, step; /* step 0: there is none */
  VEC (report_round) rounds;
  uint64_t started, asked, solved; /* of the round that goes on */
  uint64_t deadline, instructions; /* of all, 0: none */
  explored before;                 /* of the rounds that are over */
  map old; /* digest of a path of the earlier run -> of its input */
  uint64_t n_old;
  changes changes; /* since then: counts only */
} deepening;

/* Of option --deepen; FROM:TO:STEP, where STEP may be missing and is 1 then. */
status deepening_init (deepening *, context *);
void deepening_release (deepening *);

/* The options are for the first round. It is not less deep than the run whose
 * trie is there: that was interrupted, or is done with all the bounds before.
 */
void deepening_start (deepening *, const char *trie_path);

/* Tests of the earlier run, with which the last round compares its own. */
void deepening_note_tests (deepening *, suite *);

/* A round begins, and is over. Budgets of the run are for all of them: those
 * in the options are what is left.
 */
void deepening_begin (deepening *);
void deepening_end (deepening *, const explored *);

/* Is there another round? Then the options are for that one. */
bool deepening_goes_on (const deepening *);
void deepening_advance (deepening *);

/* What all rounds did together, and the tests as they are after them. */
void deepening_sum_up (deepening *, report *);
