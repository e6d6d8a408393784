#pragma once

/* What a trie claims about the program, for someone who believes nothing.
 *
 * Opening checks that the file is a tree and that nothing in it refers outside
 * of it; functions are compared with those of the program by name and by the
 * digests of their blocks. Everything else is a claim: certifier.h.
 */

#include "memo/recorder.h"
#include "suite/suite.h"

typedef struct claims {
  memory *mem;
  program *program;
  trie trie;
  suite *tests;
  u32_vec function_to; /* of the trie -> of the program plus 1; 0: not equal */
  u32_vec block_to;    /* of the trie -> block.index plus 1 */
  u32_vec set, set_start; /* sets as the machine gives them, sorted */
  u32_vec set_flags;      /* of each: 1 all globals, 2 all functions, 4 blocks
                             that the program does not have */
  u32_vec with_test;      /* nodes that have one, increasing */
  bool same_globals, same_functions; /* their digests */
} claims;

enum { CLAIM_GLOBALS = 1, CLAIM_FUNCTIONS = 2, CLAIM_UNKNOWN = 4 };

/* ST_NOFILE: there is none. ST_CORRUPT: it is damaged, or no tree. */
status claims_open (claims *, memory *, program *, const char *path, trouble *);
void claims_release (claims *);

/* The first function that is not the program's, NULL: all are. */
const char *claims_foreign_function (const claims *);

/* The node with the first test from this one on; false: there is none. */
bool claims_first_test (const claims *, uint32_t node, uint32_t *index);

/* Where that is in the program; false: nowhere. */
bool claims_spot (const claims *, trie_spot, spot *out);

/* Is this the set? Blocks as machine_take_blocks gives them; they are sorted.
 * Globals are left out: before or behind a question is the same. Those of the
 * set are what they were.
 */
bool claims_is_set (const claims *, uint32_t set, u32_vec *blocks,
                    bool sees_globals, bool sees_functions);
