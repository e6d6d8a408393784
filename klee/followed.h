#pragma once

/* --replay-path: at branches whose condition has two possible values the run
 * takes those that a .path file lists, and no other way. Behind the last of
 * them it goes on as without.
 */

#include "explore/explorer.h"

typedef struct followed_path {
  memory *mem;
  char_vec taken; /* of each branch: 1, its condition is true */
  map at;         /* id of a path -> so many were taken */
} followed_path;

void followed_release (followed_path *);
status followed_read (followed_path *, memory *, const char *path, trouble *);

/* As a fork_narrower. */
size_t followed_narrow (followed_path *, const pending *, size_t n,
                        const uint32_t *taken);
/* As by fork_observer. */
void followed_fork (followed_path *, size_t n, pending *const *into);
