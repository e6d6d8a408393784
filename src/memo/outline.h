#ifndef MEMO_OUTLINE_H
#define MEMO_OUTLINE_H

/* The outline of a function: what it takes to tell which of its blocks do the
 * same in another version of the program.
 *
 * The digest of a block says what it does, but for the slots it works on, the
 * blocks it goes to and the strings it uses, which are listed: between versions
 * they are other numbers. Everything else it refers to is in the digest:
 * functions by name and kind, globals by name. What is in globals is another
 * matter (memo/twins.h).
 */

#include "base/vec.h"
#include "program/program.h"

typedef struct outline_block {
  hash128 digest;
  uint32_t slots, n_slots;     /* in the pool; slots that are no constants */
  uint32_t next, n_next;       /* in the pool: numbers of blocks */
  uint32_t strings, n_strings; /* in the pool: globals without a name */
} outline_block;

typedef struct outline {
  const char *name;  /* borrowed */
  hash128 signature; /* parameters, results */
  uint32_t n_params; /* slots 0 .. n_params - 1 */
  uint32_t max_slot; /* all are below */
  VEC (outline_block) block;
  u32_vec pool;
} outline;

struct twins;

/* Of a function with a body. Strings have the numbers of the program. */
void outline_make (memory *, program *, uint32_t function, outline *);
void outline_release (memory *, outline *);

/* Blocks of 'a' that are the same in 'b': out[i] is the number in 'b' plus 1,
 * or 0. Execution that stays within such blocks is the same in both, up to the
 * names of slots: they are named by a bijection, and lead to each other.
 * Strings are twins. The same for slots.
 */
void outline_align (memory *, struct twins *, const outline *a,
                    const outline *b, u32_vec *out, u32_vec *slots);

/* Of the numbers of its blocks and slots: what another one with this identity
 * has there does the same, but for strings.
 */
hash128 outline_identity (const outline *);

/* What a global is before the program starts, up to globals without a name
 * that it leads to: their numbers are appended.
 */
hash128 outline_global (const program *, uint32_t, memory *, u32_vec *links);

/* All globals in their order; all functions: what a pointer of any value may
 * reach.
 */
hash128 outline_globals (const program *);
hash128 outline_functions (const program *);

#endif
