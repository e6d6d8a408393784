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
  char_vec renamed;     /* pairs of files: old and new, each with its NUL */
  char_vec submodules;  /* their folders, each with its NUL */
  char_vec changed;     /* files from the root, each with its NUL: all that are
                           not as they were, or are new */
} revisions;

/* Is it a name of a revision here? */
bool revision_exists (context *, const char *name);

/* NULL for the new one: the working tree. To be released in any case. */
status revisions_open (revisions *, context *, const char *before,
                       const char *now);
void revisions_release (revisions *);

/* The place of a file, with FUNCTION if it has one, in the old or new one. */
void revisions_input (const revisions *, const char *input, bool is_before,
                      char_vec *out);

/* Appends C files, each with its NUL, as they are named from here: those below
 * this folder, "": that we are in. In which something may differ, since they or
 * what they include changed; or that only the new version has, or only the old
 * one; all that both have.
 */
typedef enum revised {
  REVISED_CHANGED,
  REVISED_ADDED,
  REVISED_GONE,
  REVISED_ANY
} revised;
status revisions_list (revisions *, const char *folder, revised, char_vec *out);

/* Has a C file changed that is not below the folder? */
bool revisions_change_outside (const revisions *, const char *folder);

/* Appends those in which one of these names occurs, or in what they include. */
status revisions_users (revisions *, const char *folder, const char_vec *names,
                        char_vec *out);
bool revisions_has (const revisions *, const char *input, bool is_before);
bool revisions_is_folder (const revisions *, const char *input);

/* What is called so now, if the input has the old name of a file. */
void revisions_new_name (const revisions *, const char *input, char_vec *out);

/* Files of submodules belong to repositories of their own. The folder of that
 * which the input is in, or NULL; those below a folder that have changed.
 */
const char *revisions_submodule (const revisions *, const char *input);
status revisions_changed_submodules (revisions *, const char *folder,
                                     char_vec *out);

/* A text in which our files are called as git calls them: "HEAD~1:src/a.c". */
void revisions_name (const revisions *, const char *text, char_vec *out);
