#pragma once

/* A subject: a program of bench/subjects, in one of its versions. */

#include "lab/tables/lab.h"
#include "lab/tables/table.h"
#include "program/program.h"

/* How a paper's tool counts the depth of a path. NULL stands for that of the
 * GreenTrie paper: decisions with two sides, plus one.
 *
 * The other one is that of the Memoise paper, made with an older tool: every
 * symbolic conditional counts, possible on both sides or not, and becomes part
 * of the path condition; so do transitions that have nothing to do with
 * symbols.
 */
typedef struct depth_policy {
  unsigned before;       /* transitions before the first conditional */
  unsigned per_decision; /* and with each, besides itself */
  unsigned symbols;      /* one more whenever so many were made again; 0: no */
} depth_policy;

typedef struct specimen {
  const char *name;  /* as in the table */
  const char *file;  /* without .c; in bench/subjects, or absolute */
  const char *flags; /* of the compiler, separated by spaces, or NULL */
  unsigned limit;    /* of the depth, as its paper counts it; 0: none */
  const depth_policy *policy;
} specimen;

/* As written: no simplification of control flow, no C library. NULL with
 * trouble in the context.
 */
program *specimen_load (lab *, const specimen *);

/* The path of its file, appended. */
void specimen_path (const lab *, const specimen *, char_vec *out);

/* The programs of --on, instead of a paper's: without flags or limit. Their
 * names live as long as the table.
 */
typedef VEC (specimen) specimen_vec;
status specimen_own (lab *, table *, specimen_vec *out);
