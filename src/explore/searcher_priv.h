#pragma once

/* The searchers: one file each. */

#include "explore/searcher.h"

searcher *searcher_new_stack (memory *); /* depth first */
searcher *searcher_new_queue (memory *); /* breadth first */

/* The path that is nearest to what the heading looks for, with as many steps
 * added as the decision that it waits behind was taken: what looks near and
 * never comes there waits longer and longer. Of several the newest. Without a
 * heading the decision that was taken least often counts alone.
 */
searcher *searcher_new_nearest (memory *, const u32_vec *visits, struct goal *);

/* From the root of the tree of all paths at each fork one way by chance: what
 * is deep and narrow is not starved by what is broad. With visits every
 * second choice is the rarest one instead.
 */
searcher *searcher_new_tree (memory *, uint64_t seed, const u32_vec *visits);

/* Depth first in turns, so that no path starves (search_turns.c). */
searcher *searcher_new_turns (memory *, uint64_t seed);

void searcher_ignore_fork (searcher *, pending *, size_t, pending **);
void searcher_ignore_end (searcher *, pending *);
void searcher_ignore_close (searcher *);
