#pragma once

/* The trie of the run that goes on. Node 0 is the root; nodes are open until
 * they are said to be a decision or an end.
 */

#include "memo/trie.h"

/* Blocks as they were executed, and the set they make. */
typedef struct recorder_list {
  size_t start; /* in 'listed' */
  uint32_t n, seen, set;
} recorder_list;

/* What was found last is mostly what is looked for next: a few slots before
 * each of the tables below.
 */
#define RECORDER_RECENT 256

typedef struct recorder_place {
  bool is_known;
  spot from;
  trie_spot to;
} recorder_place;

typedef struct recorder {
  memory *mem;
  program *program;
  trie trie;           /* tables */
  u32_vec function_at; /* of the program -> of the trie plus 1, or 0 */
  u32_vec block_at;    /* block.index -> of the trie, 0 for none */
  u32_vec look_at;     /* global of the program -> of the trie's blocks, or 0 */
  map set_at, shape_at; /* digest -> number plus 1 */
  map loss_at;          /* the same */
  arena texts;          /* of losses */
  map list_at;          /* digest -> index of 'lists' plus 1 */
  VEC (recorder_list) lists;
  u32_vec listed;
  VEC (trie_node) nodes;
  VEC (trie_moment) moments;
  u32_vec moment_at; /* node -> index of 'moments' plus 1, or 0 */
  u32_vec elements;  /* work space */
  uint32_t recent_list[RECORDER_RECENT];  /* index plus 1 */
  uint32_t recent_shape[RECORDER_RECENT]; /* number plus 1 */
  recorder_place recent_place[RECORDER_RECENT];
} recorder;

/* 'limit' as in struct trie. */
void recorder_init (recorder *, memory *, program *, const uint64_t *limit);
void recorder_release (recorder *);

/* Blocks as machine_take_blocks gives them, in any order and repeatedly. */
uint32_t recorder_set (recorder *, size_t n, const uint32_t *,
                       bool sees_globals, bool sees_functions);

/* Of a function with a body; it becomes one of the trie. */
const outline *recorder_outline (recorder *, uint32_t function);

trie_spot recorder_spot (recorder *, spot);

/* What was warned of here, after 'before' since the same decision: a number as
 * shape.lost has it.
 */
uint32_t recorder_loss (recorder *, const cause *, spot, uint32_t before);

/* The shape of this content; its list is in 'list'. */
uint32_t recorder_shape (recorder *, shape, size_t n, const uint32_t *list);

/* Makes a node a decision with so many children, and gives the first. */
uint32_t recorder_decide (recorder *, uint32_t node, uint32_t which, size_t n);
void recorder_link (recorder *, uint32_t at, uint32_t link); /* of an end */
void recorder_end (recorder *, uint32_t node, uint32_t which, uint32_t link);

/* The state of the path at a node, or on the way to it. */
void recorder_moment (recorder *, trie_moment);

/* Nodes that do not lead to one of these are open again; their tests belong to
 * others.
 */
void recorder_keep (recorder *, size_t n, const uint32_t *open);

/* What an earlier trie of the same program knows about nodes that are open. */
typedef struct graft {
  const trie *old;
  const map *at;     /* node plus 1 -> of the old one, plus 1 */
  const u32_vec *to; /* shapes of the old one -> of this one */
  uint32_t first;    /* index of the first test that comes along ... */
  u32_vec *tests;    /* ... these, of the old one */
} graft;

/* All nodes there are now, in preorder; moments of larger subtrees become those
 * of the trie.
 */
void recorder_order (recorder *, const graft *, trie_nodes *out);

/* Nothing is open or inexact. */
bool recorder_is_settled (const recorder *);

/* All there is now, with the suite in a directory. */
status recorder_save_with (recorder *, const char *path, const char *suite_dir,
                           trouble *);
