#pragma once

/* Query logs as KLEE writes them (--use-query-log=all:smt2): many scripts,
 * each ended by (exit), with the recorded type, result and time in comments.
 *
 *     ; Query 7 -- Type: Truth, Instructions: 13762
 *     (set-logic QF_AUFBV ) ... (check-sat) (exit)
 *     ;   OK -- Elapsed: 1.302574e-02s
 *     ;   Is Valid: false
 *
 * The scripts are answered as one stream: terms, and whatever the preset
 * may share, live on from query to query. What a result says about the
 * printed assertions, which are the path and the negated question:
 *
 *     Is Valid: false       sat        Is Valid: true      unsat
 *     Validity: 0 or -1     sat        Validity: 1         unsat
 *     Solvable: true        sat        Solvable: false     unsat
 *     Result: ...           sat
 */

#include "store/store.h"

#include <signal.h>

#define MAX_LISTED 10

typedef struct disagreement {
  uint64_t query; /* number in the log */
  uint32_t line;  /* of its check-sat */
  verdict recorded, answered;
} disagreement;

typedef struct log_result {
  uint64_t queries, sat, unsat, unknown;
  uint64_t agree, disagree;
  uint64_t unrecorded;           /* no result to compare with, or KLEE failed */
  bool is_cut;                   /* the log ends in the middle of a query */
  uint64_t parse_time, ask_time; /* ns */
  uint64_t recorded_time;        /* ns, the sum of "Elapsed" */
  disagreement listed[MAX_LISTED]; /* the first ones */
} log_result;

/* Ends early when '*stop' becomes true. ST_BADINPUT with a sentence when the
 * text is not such a log.
 */
status query_log_run (context *, store *, const char *text, size_t len,
                      const volatile sig_atomic_t *stop, log_result *);
