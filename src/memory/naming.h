#pragma once

/* Names for what is in memory that other runs have, too: what a state holds is
 * the same in a run on the next version of a program, but for numbers of
 * functions and instructions.
 *
 * Addresses are such names (program/address.h), those of stack objects as well:
 * a program may look at the number, so where an object lies within its slot
 * counts, and where the next ones will.
 */

#include "memory/space.h"
#include "program/program.h"

typedef struct naming {
  terms *terms;
  program *program;
  void *owner; /* a freed object by its note, see space_release */
  hash128 (*grave) (void *owner, uint32_t note);
  const u32_vec *absent;   /* slots of globals that are left out, or NULL */
  const u32_vec *left_out; /* slots of variables that are, or NULL; and places
                              of those that are new */
  bool by_block;           /* naming_call: as naming_spot */
} naming;

/* An instruction, by what its block does. */
hash128 naming_spot (const naming *, uint32_t function, uint32_t insn);

/* A call that made or freed an object on the heap, by its function, what it
 * calls and how often before: edits around it leave its name alone. Where such
 * a place is told, a function that was edited does not hold (memo/old_trie.c).
 */
hash128 naming_call (const naming *, uint32_t function, uint32_t insn);

hash128 naming_object (const naming *, const object *);
