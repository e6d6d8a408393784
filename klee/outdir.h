#pragma once

/* klee-out-N: the directory, its info, and what is said: on standard error and
 * in messages.txt or warnings.txt.
 */

#include "base/status.h"
#include "base/vec.h"

#include <stdio.h>
#include <time.h>

typedef struct outdir {
  memory *mem;
  char_vec path; /* absolute */
  FILE *messages, *warnings, *info;
  bool is_quiet; /* warnings go to their file alone */
  time_t started;
} outdir;

/* 'wanted' must not exist; NULL: the next free klee-out-N beside the file,
 * with klee-last pointing to it.
 */
status outdir_make (outdir *, memory *, const char *wanted, const char *file,
                    trouble *);

/* The command line, when it started. */
void outdir_begin (outdir *, int argc, char **argv, const char *searcher);
void outdir_end (outdir *); /* Finished, Elapsed */
void outdir_close (outdir *);

FILE *outdir_open (outdir *, const char *name, trouble *);

/* Where there is no directory yet: to standard error alone. */
void outdir_complain (const char *text);

/* "KLEE: " and the text. */
void klee_message (outdir *, const char *fmt, ...)
    __attribute__ ((format (printf, 2, 3)));
void klee_warning (outdir *, const char *fmt, ...)
    __attribute__ ((format (printf, 2, 3)));
void klee_warning_once (outdir *, const char *fmt, ...)
    __attribute__ ((format (printf, 2, 3)));
