#pragma once

/* Shapes of an earlier trie in the one that is made: blocks, functions and
 * places have other numbers there.
 */

#include "memo/old_trie.h"

typedef struct carrier {
  memory *mem;
  old_trie *from;
  recorder *to;
  machine *machine;     /* blocks that are carried count as executed; or NULL */
  u32_vec shape_to;     /* of the past -> of the recorder, plus 1 */
  u32_vec blocks, list; /* work space */
} carrier;

void carrier_init (carrier *, memory *, old_trie *, recorder *);
void carrier_release (carrier *);

/* The same shape; all its blocks are the same now. */
uint32_t carrier_shape (carrier *, uint32_t of_past);

/* That of an end, but for what is told by 'now': the way to it. */
uint32_t carrier_end (carrier *, uint32_t of_past, shape now);

/* A set of blocks; they are all the same now. */
uint32_t carrier_set (carrier *, uint32_t of_past);

/* The same without counting blocks as executed. */
uint32_t carrier_copy (carrier *, uint32_t of_past);
