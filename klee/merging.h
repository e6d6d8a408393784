#pragma once

/* klee_open_merge and klee_close_merge with --use-merge: paths that parted
 * behind an open are one again behind its close.
 *
 *     open ---> fork ---> close     waits for the others of its group
 *                 \-----> close     the same place and the same objects: joined
 *                  \----> exit      leaves the group
 *
 * A group is what came of one open. Its paths wait at their closes until none
 * of it is on the way; those that can be are joined as they come.
 *
 * Joined paths know what both knew, and that one of them was taken; what
 * differs in registers and memory is a choice between both. Paths stay apart
 * that have allocated, made inputs, or written output differently, or differ in
 * a frame that waits for a call: two paths are never wrong, only more.
 */

#include "explore/explorer.h"
#include "klee/outdir.h"

typedef struct merging merging;

merging *merging_new (memory *, outdir *, bool is_logged);
void merging_free (merging *);

/* To be given to the run, and told of its forks. */
joiner *merging_joiner (merging *);
void merging_fork (merging *, size_t n, pending *const *into);
