#pragma once

/* The trie of the earlier run, seen from the program of now: which of its
 * blocks are the same, which subtrees hold.
 */

#include "explore/target.h"
#include "memo/recorder.h"
#include "suite/suite.h"

typedef struct old_trie {
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
  u32_vec seeing;        /* nodes where all globals mattered, increasing */
  u32_vec shown;         /* nodes that are to be executed, increasing */
  VEC (uint8_t) writes;  /* by block: it is to be executed for its output */
  bool is_tight;         /* paths may end before the nodes that they led to */
  bool is_identical;     /* every block is the same and has the same number */
} old_trie;

/* False: there is none. The recorder outlines functions and has the limits of
 * now.
 */
bool old_trie_open (old_trie *, memory *, program *, recorder *,
                    const char *path);

/* Which targets do its paths come to? And which nodes are doubtful, for these
 * targets.
 */
void old_trie_look_for (old_trie *, const targets *);
void old_trie_doubt (old_trie *, uint64_t which);

/* Ends that are told with their states are executed, though they hold: paths
 * that were cut, and of errors one of each kind and place, or all. And whatever
 * writes, if what is written is told.
 */
void old_trie_show (old_trie *, bool ends, bool all_errors, bool output);
void old_trie_release (old_trie *);

/* Everything from this node on holds; and nothing of it has to be executed, for
 * doubts about targets or to be shown.
 */
bool old_trie_is_clean (const old_trie *, uint32_t node);
bool old_trie_is_sure (const old_trie *, uint32_t node);

/* The end holds for a path that comes to where these blocks, its last ones,
 * were executed.
 */
bool old_trie_ends_so (const old_trie *, uint32_t node, uint32_t set);

/* The way to this node from the decision before it holds. */
bool old_trie_holds (const old_trie *, uint32_t node);

/* The way to this node holds, so that it can be followed. */
bool old_trie_can_follow (const old_trie *, uint32_t node);

/* From this node on, all objects that there are may matter. */
bool old_trie_sees_all (const old_trie *, uint32_t node);

/* The index of the first test from this node on; false: there is none. */
bool old_trie_first_test (const old_trie *, uint32_t node, uint32_t *out);

/* The end with this test; false: there is none. */
bool old_trie_find_test (old_trie *, uint32_t number, uint32_t *out);

/* Is the block of a spot there now? */
bool old_trie_has_spot (const old_trie *, trie_spot);

/* Where a spot of the trie is now; its block has not changed. */
spot old_trie_spot (const old_trie *, trie_spot);
