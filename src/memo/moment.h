#pragma once

/* The state of a path at a decision, as a digest: two paths with the same one
 * have the same future, as far as they execute the same code.
 *
 * It covers all that the future depends on: the question, constraints, inputs
 * made so far, memory, and frames with the slots that matter
 * (program/liveness.h). What only limits look at (instructions, decisions,
 * visits of blocks) is in it if there are such. Which field is in it and which
 * is not, the tables say (memory/fields.h).
 *
 * Names are those of memory/naming.h. The numbers of blocks and slots in frames
 * are those of one version of a function, whose identity is in the digest: for
 * a state of now there is one digest in the numbers of now, and one in those of
 * the past, if it can have been there.
 */

#include "memo/old_trie.h"
#include "memory/naming.h"

struct liveness;

/* A function in the numbers of the past: of now -> then, plus 1. */
typedef struct elder {
  bool is_known, is_there;
  hash128 identity;
  const u32_vec *variable;
  u32_vec block, slot;
} elder;

typedef struct moments {
  memory *mem;
  machine *machine;
  program *program;
  recorder *recorder;
  const old_trie *old_trie; /* or NULL */
  naming naming;
  u32_vec absent;               /* globals that no path of the past looked at */
  u32_vec left_out;             /* variables that the past did not have, of the
                                   state that was digested last */
  bool has_left_out;            /* that, or it had such a variable before */
  VEC (struct liveness *) live; /* by function */
  VEC (hash128) identity;       /* the same */
  VEC (elder) elders;           /* the same */
} moments;

void moments_init (moments *, memory *, machine *, program *, recorder *,
                   const old_trie *);
void moments_release (moments *);

/* What is in a global that no path of the past looked at or wrote is left out
 * where states are compared with its: new ones, as a rule. What looks at all
 * of memory, when a path ends, must not be asked for.
 */
void moments_leave_out (moments *);

/* Is a variable of the stack one that no path of the past had? */
bool moments_is_new (moments *, uint32_t function, uint32_t slot);

/* The constraints alone, which no two paths have in common. */
uint64_t moment_key (const state *);

/* The state asks this now. Gives its space another owner. */
hash128 moments_now (moments *, const state *, choice_kind, uint32_t n);

/* The same in the numbers of the past; false: it has not been there. With
 * 'has_left_out', only where nothing is going to look at all objects.
 */
bool moments_then (moments *, const state *, choice_kind, uint32_t n,
                   hash128 *out);
