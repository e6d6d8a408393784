#ifndef ENGINE_RUN_H
#define ENGINE_RUN_H

/* reprise run, from the file to the report. */

#include "report/report.h"

typedef struct run run;

typedef struct run_request {
  const char *input; /* FILE or FILE:FUNCTION */
  int argc;          /* arguments of the program, its name not included */
  char **argv;
} run_request;

/* ST_OK with a run to be freed, or trouble in the context. */
status run_open (context *, const run_request *, run **out);

/* Explore; the result is borrowed from the run. */
status run_explore (run *, report *out);

/* From a signal handler: end soon, keep everything. */
void run_interrupt (run *);

void run_free (run *);

#endif
