#pragma once

/* all-queries.* and solver-queries.*: the questions of a run, those that needed
 * a solver by themselves, in SMT-LIB or KQuery, with how long each took and
 * what the answer was (docs/formats/query-log.md).
 *
 * A question is whether a side of a branch is possible: the constraints that
 * share inputs with it, and the side. It is "valid" in KLEE's sense if it is
 * not.
 */

#include "explore/explorer.h"
#include "klee/outdir.h"

typedef enum query_format {
  QUERIES_SMT2,
  QUERIES_KQUERY,
  QUERIES_FORMATS
} query_format;

typedef struct querylog {
  memory *mem;
  FILE *file[2][QUERIES_FORMATS]; /* all, of the solver; NULL: not wanted */
  uint64_t n[2];                  /* logged so far */
  /* The owner's, before it is opened. */
  uint64_t least; /* ns that a question takes to be logged */
  bool is_compressed;
} querylog;

/* One of "all:smt2", "solver:kquery", ... or several with commas between. */
status querylog_open (querylog *, memory *, outdir *, const char *which,
                      trouble *);
void querylog_close (querylog *);
bool querylog_is_open (const querylog *);

void querylog_add (querylog *, const terms *, const asked_question *);
