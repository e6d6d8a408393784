#pragma once

/* Two folders are two revisions: a repository of our own, whose working tree is
 * the new one and whose only commit is the old one. Both are only read.
 */

#include "context/context.h"

bool is_folder (const char *path);

typedef struct two_folders {
  memory *mem;
  char before[4]; /* what git calls the old one */
  char_vec place; /* where the repository is; removed at the end */
  char_vec store; /* the option's, which was a path from where we were */
} two_folders;

/* From now on this process and git are in the new folder. To be released in any
 * case.
 */
status two_folders_enter (two_folders *, context *, const char *before,
                          const char *now);
void two_folders_release (two_folders *);
