#ifndef MEMORY_NAMING_H
#define MEMORY_NAMING_H

/* Names for what is in memory that other runs have, too: what a state holds is
 * the same in a run on the next version of a program, but for numbers.
 *
 * Addresses are such names (program/address.h), but for one thing: where a
 * stack object lies within its slot depends on how many were there before it. A
 * pointer to one that lives is called by slot and offset. All other numbers and
 * terms are what they are.
 *
 * A name that depends on what lives at the moment is not steady: it is to be
 * made again the next time.
 */

#include "base/vec.h"
#include "memory/space.h"
#include "program/program.h"

typedef struct naming {
  memory *mem;
  terms *terms;
  program *program;
  void *owner; /* a freed object by its note, see space_release */
  hash128 (*grave) (void *owner, uint32_t note);

  /* Of the space that is looked at. */
  const space *space;
  bool is_steady;      /* all names since this was set */
  bool sees_addresses; /* one was in a term, where it has no name */

  VEC (uint8_t) addresses; /* by term: 1 it has none, 2 it may have one */
  term_vec todo;
} naming;

void naming_init (naming *, memory *, terms *, program *);
void naming_release (naming *);

/* An instruction, by what its block does. */
hash128 naming_spot (naming *, uint32_t function, uint32_t insn);

hash128 naming_term (naming *, term);

/* 64 bits, which may be the address of something that a path allocated. */
static inline bool naming_is_address (uint64_t bits) {
  uint64_t slot = bits >> ADDRESS_SLOT_BITS;
  return slot >= ADDRESS_FIRST_FREE && slot < ADDRESS_SLOTS;
}
hash128 naming_word (naming *, uint64_t);

/* All of an object but where it is within its slot. */
hash128 naming_object (naming *, const object *);

#endif
