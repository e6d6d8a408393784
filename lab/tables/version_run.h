#pragma once

/* A subject as 'reprise run' has it, with what earlier runs of other versions
 * of it left: each version is the same file in one place, with other
 * definitions in front.
 */

#include "lab/tables/scratch.h"
#include "lab/tables/specimen.h"
#include "report/report.h"

/* Where the runs of one program have their files. */
typedef struct workplace {
  scratch scratch;
  char_vec input, store, out;
} workplace;

status workplace_open (lab *, workplace *);
void workplace_close (lab *, workplace *); /* in any case */

typedef struct version {
  const char *file, *flags; /* as in a specimen; flags are definitions: -DX=Y */
  unsigned depth;           /* forks on one path; 0: no limit */
  const char *incremental;  /* as the option */
  const char *target;       /* as the option; or NULL */
  stop_kind stop;
} version;

/* What a run found and what it cost. */
typedef struct version_outcome {
  explored paths;
  coverage coverage;
  uint64_t n_errors, n_tests;
  uint64_t tests; /* sum of digests: the same suite, in any order */
  uint64_t time;  /* of the processor, ns */
  uint64_t solver_time, queries, solved;
  uint64_t solved_anew; /* paths that the paper's rule had no valid test for */
  uint64_t instructions;
} version_outcome;

status version_run (lab *, const workplace *, const version *,
                    version_outcome *);

/* Law 2: the same paths, errors, coverage and tests. */
bool version_is_same (const version_outcome *, const version_outcome *);
