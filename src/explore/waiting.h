#pragma once

/* Paths that wait, in two orders: which one is behind the rarest decision, and
 * which one is the oldest.
 *
 * Decisions are taken more and more often, and all paths that wait behind one
 * change their rank with it. So paths are grouped by decision: a heap of
 * groups, and in each a heap of its paths. Counts are looked at when a group
 * comes to the top: they only grow, so a group with an old count is never too
 * far from the top.
 *
 * Cost: logarithmic in paths and decisions; nothing for a count that grows.
 */

#include "explore/searcher.h"

typedef struct waiting waiting;

/* 'visits' by pending.edge, borrowed; NULL: all decisions are as rare. */
waiting *waiting_new (memory *, const u32_vec *visits);
void waiting_free (waiting *);

size_t waiting_count (const waiting *);

/* pending.rank is ours while it waits, and so are id and edge. */
void waiting_add (waiting *, pending *);
void waiting_remove (waiting *, pending *);

/* NULL: none. The newest behind the decision that was taken least often; the
 * oldest that has a state.
 */
pending *waiting_rarest (waiting *);
pending *waiting_oldest (waiting *);
