#ifndef MEMORY_NAMING_H
#define MEMORY_NAMING_H

/* Names for what is in memory that other runs have, too: what a state holds is
 * the same in a run on the next version of a program, but for numbers.
 *
 * Functions and globals are called by their names, or by their content if they
 * have none. Where a stack object lies within its slot depends on how many were
 * there before it: a pointer to one that lives is called by slot and offset.
 * Other numbers, terms and addresses of the heap are what they are.
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
  uint32_t first; /* slot of what paths allocate */
  void *owner;    /* a freed object by its note, see space_release */
  hash128 (*grave) (void *owner, uint32_t note);

  /* Of the space that is looked at. */
  const space *space;
  bool is_steady;      /* all names since this was set */
  bool sees_addresses; /* one was in a term, where it has no name */

  VEC (hash128) fixed;     /* by slot below 'first'; zeros: not known yet */
  VEC (uint8_t) addresses; /* by term: 1 it has none, 2 it may have one */
  term_vec todo;
} naming;

void naming_init (naming *, memory *, terms *, program *);
void naming_release (naming *);

/* What is in a slot below 'first'. */
hash128 naming_fixed (naming *, uint32_t slot);

/* An instruction, by what its block does. */
hash128 naming_spot (naming *, uint32_t function, uint32_t insn);

hash128 naming_term (naming *, term);

/* 64 bits, which may be an address. */
static inline bool naming_is_address (uint64_t bits) {
  uint64_t slot = bits >> ADDRESS_SLOT_BITS;
  return slot && slot < ADDRESS_SLOTS;
}
hash128 naming_word (naming *, uint64_t);

/* All of an object but where it is within its slot. */
hash128 naming_object (naming *, const object *);

/* Where all functions and globals are. */
hash128 naming_layout (naming *);

#endif
