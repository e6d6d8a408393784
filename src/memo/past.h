#ifndef MEMO_PAST_H
#define MEMO_PAST_H

/* The trie of the earlier run, seen from the program of now: which of its
 * blocks are the same, which subtrees hold.
 */

#include "explore/target.h"
#include "memo/recorder.h"
#include "suite/suite.h"

typedef struct past {
  memory *mem;
  program *program;
  trie trie;
  suite *tests;
  u32_vec function_to;      /* of the trie -> of the program plus 1 */
  VEC (u32_vec) number_to;  /* by function: number of a block -> now, plus 1 */
  VEC (u32_vec) slot_to;    /* the same for slots that are no constants */
  u32_vec block_to;         /* of the trie -> block.index plus 1; 0: changed */
  VEC (uint8_t) can_follow; /* by shape: nothing on the way to it changed */
  VEC (uint8_t) is_clean;   /* by shape: and it is what a path comes to */
  u32_vec dirty;         /* nodes with another shape, or too deep; increasing */
  VEC (uint64_t) meets;  /* by shape: targets that paths come to there ... */
  VEC (uint64_t) doubts; /* ... or perhaps: only an execution tells */
  u32_vec doubtful;      /* nodes with such doubts, increasing */
  u32_vec shown;         /* ends that are to be executed, increasing */
  bool needs_tests;      /* of every path */
  bool is_tight;         /* paths may end before the nodes that they led to */
  bool is_identical;     /* every block is the same and has the same number */
} past;

/* False: there is none. The recorder outlines functions and has the limits of
 * now.
 */
bool past_open (past *, memory *, program *, recorder *, const char *path,
                bool needs_tests);

/* Which targets do its paths come to? And which nodes are doubtful, for these
 * targets.
 */
void past_look_for (past *, const targets *);
void past_doubt (past *, uint64_t which);

/* Ends that are told with their states are executed, though they hold: paths
 * that were cut, and of errors one of each kind and place, or all.
 */
void past_show_ends (past *, bool all_errors);
void past_release (past *);

/* Everything from this node on holds; and nothing of it has to be executed, for
 * doubts about targets or to be shown.
 */
bool past_is_clean (const past *, uint32_t node);
bool past_is_sure (const past *, uint32_t node);

/* The end holds for a path that comes to where these blocks, its last ones,
 * were executed.
 */
bool past_ends_so (const past *, uint32_t node, uint32_t set);

/* The way to this node from the decision before it holds. */
bool past_holds (const past *, uint32_t node);

/* The way to this node holds, so that it can be followed. */
bool past_can_follow (const past *, uint32_t node);

/* The index of the first test from this node on; false: there is none. */
bool past_first_test (const past *, uint32_t node, uint32_t *out);

/* The end with this test; false: there is none. */
bool past_find_test (past *, uint32_t number, uint32_t *out);

/* Is the block of a spot there now? */
bool past_has_spot (const past *, trie_spot);

/* Where a spot of the trie is now; its block has not changed. */
spot past_spot (const past *, trie_spot);

#endif
