#pragma once

/* What all functions together show: errors, each once, and what callers say of
 * them.
 *
 * The same place may be found from several functions: it is the error of who
 * shows it with the fewest assumptions, so of a caller rather than of the
 * function alone with arguments that nobody passes. An error that only the
 * function alone shows, which nobody but the project can call, and which no
 * caller shows though each was explored completely, happens with other
 * arguments only: that is its class then.
 */

#include "project/job.h"

typedef struct found_error {
  report_error error; /* with the class that it has in the project */
  const job *job;     /* whose test shows it */
  const job *last;    /* that led there */
  uint32_t jobs;      /* so many functions lead there */
  bool is_excluded;   /* no caller leads there */
} found_error;

typedef struct found {
  memory *mem;
  VEC (found_error) error; /* those of the first class first */
  size_t count[ERROR_CLASSES];
  map by_place;
} found;

void found_init (found *, memory *, const survey *, const job_vec *);
void found_release (found *);
