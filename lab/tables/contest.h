#pragma once

/* The contest of "Stack against cache": five ways to use a solver, and ours,
 * explore the same generated programs depth first, each for the same time of
 * the processor. Measured once for all tables that show a part of it.
 */

#include "lab/tables/lab.h"

enum {
  CONTEST_SIZES = 3,
  CONTESTANTS = 6, /* as in the paper; then hybrid */
  CONTEST_HYBRID = CONTESTANTS - 1,
  CONTEST_SAMPLES = 20 /* of the progress */
};

/* Of one program. */
typedef struct contest_run {
  uint64_t queries, solved, paths;
  uint64_t time, asking; /* ns; as in spf_counts */
  uint64_t reading, building, loading;
  uint64_t progress[CONTEST_SAMPLES]; /* paths after each part of the time */
} contest_run;

/* What the constraints of the first program of a size are made of. */
typedef struct contest_nodes {
  double written, stack, once; /* for one constraint (node_count.h) */
} contest_nodes;

typedef struct contest {
  memory *mem;
  contest_nodes nodes[CONTEST_SIZES];
  unsigned programs; /* of each size */
  uint64_t budget;   /* ns */
  VEC (contest_run) run;
} contest;

extern const char *const contest_size_name[CONTEST_SIZES];
extern const char *const contestant_name[CONTESTANTS];

/* The lab's contest, held when it was not yet. */
status contest_hold (lab *, const contest **out);
void contest_free (contest *);

const contest_run *contest_of (const contest *, unsigned size, unsigned number,
                               unsigned contestant);
