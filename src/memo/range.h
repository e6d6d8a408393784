#pragma once

/* A range: the paths between two tests of the last run, in the order of the
 * tree, the first included, the second not. So ..B and B.. are all paths.
 *
 * A test stands for its path in the trie of the last run. Another path is
 * compared with it decision by decision, as long as both are at the same site:
 *
 *     a smaller choice      it is before the bound
 *     a greater one         behind
 *     the same              go on
 *     another site, or an   behind; so is the path of the test itself
 *     end
 *
 * What is before A is before every B behind A, whatever the program has become
 * since: ranges that are adjacent have no path in common and leave none out.
 */

#include "memo/old_trie.h"

typedef struct range {
  uint32_t from, to; /* ends of the past, plus 1; 0: open */
  uint32_t stop;     /* the first node, plus 1, with no end before 'to' in it */
} range;

/* By numbers of tests, 0 for open. ST_USAGE with a sentence. */
status range_init (range *, old_trie *, uint32_t from, uint32_t to, trouble *);

/* By nodes that are open, plus 1; false: they are none. */
bool range_between (range *, const trie *, uint32_t from, uint32_t to);

/* Is any end in this subtree of the past within? By its first and last node. */
static inline bool range_meets (const range *r, uint32_t first, uint32_t last) {
  return (!r->from || last + 1 >= r->from) && (!r->to || first + 1 < r->stop);
}

/* A path takes a choice at a site. 'lower' and 'upper' are the nodes of the
 * past, plus 1, where it is on a bound; 0: it is on the right side. False: now
 * it is outside.
 */
bool range_enter (const range *, const old_trie *, spot, uint32_t choice,
                  uint32_t *lower, uint32_t *upper);
