#pragma once

/* The execution trie of a run: the tree of its decisions, with the blocks
 * executed before each, and its ends.
 *
 * A node is 8 bytes: its shape and a link. A shape says all that nodes have in
 * common with many others; shapes, sets of blocks and the outlines of the
 * functions they belong to are tables. In a file (docs/formats/trie.md) nodes
 * lie in preorder and are used where they are mapped.
 *
 *     node i, a decision    its first child is i + 1, the next sibling of a
 *                           child c is c + size of c; the link is its size
 *     node i, an end        the link is the index of its test plus 1
 *
 * While a trie is made, the link of a decision is its first child, and the
 * others follow at once.
 */

#include "base/whole_file.h"
#include "explore/precedents.h"
#include "machine/state.h"
#include "memo/outline.h"

typedef enum shape_kind {
  SHAPE_OPEN, /* not explored, or not to be believed: a budget ended it */
  SHAPE_DECISION,
  SHAPE_EXIT,
  SHAPE_FAULT,
  SHAPE_CUT,
  SHAPE_SILENT,
  SHAPE_COUNT
} shape_kind;

/* An instruction, by its place in a block: both survive edits elsewhere. */
typedef struct trie_spot {
  uint32_t function; /* of the trie */
  uint32_t block, offset;
} trie_spot;

/* What was warned of, where, and what since the same decision before that. */
typedef struct trie_loss {
  cause cause; /* its texts are borrowed */
  trie_spot at;
  uint32_t before; /* in the table, plus 1; 0: nothing */
} trie_loss;

typedef struct shape {
  uint8_t kind;
  uint8_t what;        /* choice_kind; of a fault: so many of the last spots
                          of the list are ending.related */
  bool is_inexact;     /* not all was explored on the way to it, and what was
                          may be different next time */
  uint32_t lost;       /* the last of the losses on the way, plus 1: they will
                          be the same next time */
  uint32_t set;        /* blocks executed since the last decision */
  uint32_t questions;  /* asked since then, that of the decision included */
  uint64_t asked;      /* a digest of them */
  uint32_t n;          /* alternatives of the question */
  uint32_t list, size; /* in the pool: the possible ones; of a fault or a cut
                          the spots of its frames, 3 numbers each */
  trie_spot site;      /* of the decision; of an end that has a place */
  uint8_t limit;       /* limit_kind that made it an end ... */
  uint64_t bound;      /* ... and what it was */
} shape;

typedef struct trie_node {
  uint32_t shape, link;
} trie_node;

typedef VEC (trie_node) trie_nodes;

/* Blocks are numbered as they appear. The first two stand for all globals and
 * for all functions: on which a pointer of any value depends.
 */
#define TRIE_GLOBALS 0
#define TRIE_FUNCTIONS 1
typedef struct trie_block {
  uint32_t
      function; /* TRIE_GLOBAL: no block, but a global that was looked at */
  uint32_t number;
} trie_block;
#define TRIE_GLOBAL UINT32_MAX

/* A global as it is before the program starts. */
typedef struct trie_global {
  const char *name; /* borrowed, for people; "" of a string */
  uint32_t slot;
  hash128 digest;
} trie_global;

/* What it took to explore all of it, over all runs that had a part in it. */
typedef struct trie_cost {
  uint64_t time;    /* ns of processor time */
  uint64_t queries; /* asked */
  uint64_t solved;  /* of them, by a solver */
} trie_cost;

/* The state of a path at a decision, or on the way to an end from the last one
 * (memo/moment.h). What was between that and the end is a part of its shape.
 */
typedef struct trie_moment {
  uint32_t node;
  uint64_t key;
  hash128 digest;
  uint32_t set, questions; /* of an end: since then */
  uint64_t asked;
} trie_moment;

typedef struct trie {
  memory *mem;
  trie_cost cost;
  hash128 key; /* of the digests of questions and states (base/keyed.h) */
  hash128 globals, functions_digest;
  uint64_t limit[LIMIT_COUNT]; /* of the run, 0: none; no path that has not
                                  ended by one goes further */
  VEC (trie_global) global;
  VEC (outline) functions;
  VEC (trie_block) blocks;
  u32_vec set, set_start; /* elements: block * 4 + ways, increasing */
  VEC (trie_loss) losses;
  VEC (shape) shapes;
  u32_vec pool;
  precedents precedents;
  VEC (trie_moment) moments; /* of a file, by increasing node */
  const trie_node *node;     /* in preorder, of a file */
  uint32_t n_nodes;
  const uint8_t *suite; /* the tests, as a file of suite/ */
  size_t suite_size;
  mapped_file mapped;
} trie;

void trie_init (trie *, memory *);
void trie_release (trie *);

static inline uint32_t trie_sets (const trie *t) {
  return (uint32_t) t->set_start.len - 1;
}

/* Nodes of a file. */
static inline const shape *trie_shape (const trie *t, uint32_t at) {
  return t->shapes.data + t->node[at].shape;
}
static inline uint32_t trie_size (const trie *t, uint32_t at) {
  bool is_decision = trie_shape (t, at)->kind == SHAPE_DECISION;
  return is_decision ? t->node[at].link : 1;
}

/* The index of the first moment of this node or one behind it. */
static inline size_t trie_find_moment (const trie *t, uint32_t from) {
  size_t low = 0, high = t->moments.len;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (t->moments.data[middle].node < from)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* The index of the first number of an increasing list that is at least 'from'.
 */
static inline size_t trie_find_number (const u32_vec *list, uint32_t from) {
  size_t low = 0, high = list->len;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (list->data[middle] < from)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* False: there is none, or none that can be used. Everything in its tables is
 * checked to lie within what it refers to; nodes are not looked at.
 */
bool trie_open (trie *, memory *, const char *path);

/* Was it written with the secret of this store, under this name? Only then
 * what it says may be believed; certificates believe nothing.
 */
bool trie_is_own (const trie *, const char *path);

/* Do the nodes of a file make a tree, in which the children of a decision fill
 * it, and ends have no tests but so many? Reads each once. To be asked before
 * anything is done with nodes of a file.
 */
bool trie_is_tree (const trie *, uint32_t n_tests);

/* Do the tables refer to what is there? For --check=3 and tests. */
bool trie_is_valid (const trie *);

/* Write tables, nodes in preorder, and tests, all at once: to another name
 * first, so that at any moment there is a whole file.
 */
status trie_write (const trie *, size_t n, const trie_node *, const char *path,
                   const char *suite, size_t tests_size, trouble *);
