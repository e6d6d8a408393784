#pragma once

/* The outline of a function: what it takes to tell which of its blocks do the
 * same in another version of the program.
 *
 * The digest of a block says what it does, but for the slots it works on and
 * the blocks it goes to, which are listed: between versions they are other
 * numbers. Everything else it refers to is in the digest: functions by name and
 * kind, addresses as numbers. What is in globals is another matter: it counts
 * where they were looked at.
 */

#include "base/vec.h"
#include "program/program.h"

typedef struct outline_block {
  hash128 digest;
  uint32_t slots, n_slots; /* in the pool; slots that are no constants */
  uint32_t next, n_next;   /* in the pool: numbers of blocks */
} outline_block;

typedef struct outline {
  const char *name;  /* borrowed */
  hash128 label;     /* by which digests know it (memo/labels.h) */
  hash128 signature; /* parameters, results */
  uint32_t n_params; /* slots 0 .. n_params - 1 */
  uint32_t max_slot; /* all are below */
  VEC (outline_block) block;
  u32_vec pool;
  u32_vec variable; /* slots of addresses of its variables on the stack */
} outline;

hash128 outline_signature (const function *);

/* Of a function with a body. */
void outline_make (memory *, program *, uint32_t function, outline *);
void outline_release (memory *, outline *);

/* Blocks of 'a' that are the same in 'b': out[i] is the number in 'b' plus 1,
 * or 0. Execution that stays within such blocks is the same in both, up to the
 * names of slots: they are named by a bijection, and lead to each other.
 * The same for slots.
 */
void outline_align (memory *, const outline *a, const outline *b, u32_vec *out,
                    u32_vec *slots);

/* Of the numbers of its blocks and slots: what another one with this identity
 * has there does the same.
 */
hash128 outline_identity (const outline *);

/* What a global is before the program starts. */
hash128 outline_global (const program *, const global *);

/* The number of the global in this slot plus 1; 0: there is none, or it is not
 * what it was.
 */
uint32_t outline_find_global (const program *, uint32_t slot, hash128 was);

/* All globals, where they are; all functions: what a pointer of any value may
 * reach.
 */
hash128 outline_globals (const program *);
hash128 outline_functions (const program *);
