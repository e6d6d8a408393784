#ifndef BENCH_SUBJECT_H
#define BENCH_SUBJECT_H

/* A subject: a program of bench/subjects, in one of its versions. */

#include "bench/lab.h"
#include "program/program.h"

typedef struct subject {
  const char *name;  /* as in the table */
  const char *file;  /* without .c */
  const char *flags; /* of the compiler, separated by spaces, or NULL */
  unsigned limit;    /* of the depth, as its paper counts it; 0: none */
} subject;

/* As written: no simplification of control flow, no C library. NULL with
 * trouble in the context.
 */
program *subject_load (lab *, const subject *);

/* The path of its file, appended. */
void subject_path (const lab *, const subject *, char_vec *out);

#endif
