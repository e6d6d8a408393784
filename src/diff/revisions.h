#pragma once

/* Versions of a project in git: its files, as they were, in a directory of our
 * own. The working tree and the repository are only read.
 */

#include "context/context.h"

typedef struct revisions {
  context *context;
  memory *mem;
  char_vec root;        /* of the working tree */
  char_vec prefix;      /* where in it we are: "src/", or "" */
  char_vec place;       /* ours, removed at the end */
  char_vec before;      /* files of the old revision */
  char_vec now;         /* of the new one; empty: it is the working tree */
  const char *names[2]; /* as given: old, new or NULL */
} revisions;

/* NULL for the new one: the working tree. To be released in any case. */
status revisions_open (revisions *, context *, const char *before,
                       const char *now);
void revisions_release (revisions *);

/* The place of a file, with FUNCTION if it has one, in the old or new one. */
void revisions_input (const revisions *, const char *input, bool is_before,
                      char_vec *out);

/* Appends the C files in which something may differ, each with its NUL, as they
 * are named from here: those below this folder, "": that we are in. Of files
 * that only one version has the user is told.
 */
status revisions_changed (revisions *, const char *folder, char_vec *out);
bool revisions_is_folder (const revisions *, const char *input);

/* A text in which our files are called as git calls them: "HEAD~1:src/a.c". */
void revisions_name (const revisions *, const char *text, char_vec *out);

/* Lines of C files that are not as they were in this revision, as places for
 * --target.
 */
status revisions_lines (context *, const char *revision, char_vec *out);

/* Is it a name of a revision here? */
bool revisions_know (context *, const char *name);
