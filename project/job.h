#pragma once

/* A function of the project, or a program, with what became of it. */

#include "project/survey.h"
#include "report/report.h"

typedef enum job_state {
  JOB_WAITING, /* not run yet */
  JOB_OPEN,    /* run, and there is more to explore */
  JOB_DONE,    /* explored, as far as it can be */
  JOB_FAILED,  /* it cannot be run: 'message' */
  JOB_STATES
} job_state;

const char *job_state_name (job_state); /* "waiting" */

typedef struct job {
  const surveyed *what;
  uint32_t number;   /* of 'what' in the survey */
  const char *input; /* FILE:FUNCTION, or FILE */
  const char *dir;   /* of its suite */
  options options;
  const surveyed *contract; /* says which calls are allowed, or NULL */
  hash128 key;              /* of all that its result depends on */
  job_state state;
  bool is_kept;    /* the result is that of an earlier run */
  bool is_changed; /* it was run before, and is not as it was */
  const char *message;
  uint64_t spent;  /* ns, in all timeslices */
  uint64_t before; /* of them, in earlier runs */
  uint64_t gain;   /* lines that the last slice was the first to cover */
  double promise;  /* those with more come first */
  bool has_report;
  report report; /* texts in the arena of the project */
} job;

typedef VEC (job) job_vec;

/* Was it explored completely, and nothing assumed? */
bool job_is_whole (const job *);
