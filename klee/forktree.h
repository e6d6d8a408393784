#pragma once

/* The forks of a run: how many of which kind, how many where, and, if somebody
 * wants it, the tree that they make, with the ends of paths as its leaves.
 *
 * A fork into several is several nodes with two children each, as in KLEE's
 * tree:
 *
 *     switch into A, B, C:       o
 *                              /   \
 *                             o     A
 *                           /   \
 *                          C     B
 *
 * Without the tree it costs a few words for each place with forks, with it 32
 * bytes for each fork.
 */

#include "explore/explorer.h"
#include "klee/assembly.h"

/* By KLEE's numbers. */
typedef enum fork_kind {
  FORK_NONE,
  FORK_CONDITIONAL,
  FORK_INDIRECT,
  FORK_SWITCH,
  FORK_CALL,
  FORK_MEM_OP,
  FORK_RESOLVE_POINTER,
  FORK_ALLOC,
  FORK_REALLOC,
  FORK_FREE,
  FORK_GET_VAL,
  FORK_COUNT
} fork_kind;

typedef struct forktree forktree;

forktree *forktree_new (memory *, bool has_tree);
void forktree_free (forktree *);

/* As a fork_observer. */
void forktree_fork (forktree *, const state *, choice_kind, size_t n,
                    const uint32_t *taken, pending *const *into);

/* A path ended so (klee/endings.h). */
void forktree_end (forktree *, const pending *, const state *,
                   unsigned ending_type);

uint64_t forktree_count (const forktree *, fork_kind);
uint64_t forktree_count_at (const forktree *, uint32_t function, uint32_t insn);

/* A line for each decision of a conditional branch on the path so far: 1 if its
 * condition is true, else 0.
 */
void forktree_decisions (const forktree *, const pending *, char_vec *out);

/* As exec_tree.db: SQLite, table nodes. Leaves without an end get this one. */
status forktree_write (const forktree *, const assembly *, unsigned other_end,
                       const char *path, trouble *);
