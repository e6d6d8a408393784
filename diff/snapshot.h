#pragma once

/* What a run found, kept after the run to be compared with what another run
 * finds when the program has been changed.
 */

#include "report/verdict.h"

typedef struct kept_error {
  report_error error; /* its texts are the snapshot's */
  uint64_t identity;  /* machine/identity.h: the same wherever its line is moved
                         to */
  uint64_t by_line;   /* kind, function, number of the line */
} kept_error;

typedef struct kept_test {
  uint32_t number;
  uint64_t by_path;   /* the digest of the decisions */
  uint64_t by_inputs; /* names and values */
  uint64_t end;       /* how it ends, but not where */
  uint64_t answer;    /* its outcome */
  const char *line; /* for people; NULL in large suites, as are the next two */
  const char *call; /* "tri(3, 3, 3)" */
  const char *does; /* "returns 42" */
} kept_test;

typedef struct snapshot {
  memory *mem;
  arena texts;
  VEC (kept_error) errors;
  VEC (kept_test) tests;
  uint64_t cut; /* paths */
  explore_end ended;
  run_answer answer; /* the verdict, its exit status, ... */
  int status;
  const char *missing; /* ... and why it is incomplete, or "" */
} snapshot;

/* Tests may be NULL: none are kept. To be freed.
 */
snapshot *snapshot_take (memory *, const report *, suite *);
void snapshot_free (snapshot *);
