#pragma once

/* Inputs of paths as numbers of their types, so that what a path knows of them
 * gets friendly values (friendly.h), slice by slice (explore/knowledge.h).
 */

#include "explore/knowledge.h"
#include "machine/machine.h"
#include "suite/friendly.h"

/* A leaf: where it is among all inputs, and of which number. */
typedef struct input_part {
  term leaf;
  uint32_t first; /* part of its number */
  datatype type;  /* of the number */
  uint8_t slice;  /* bytes of each, if it has several numbers; else 0 */
} input_part;

typedef struct friendly_inputs {
  memory *mem;
  terms *terms;
  const datatypes *types; /* or NULL; borrowed */
  const map *shown;       /* leaves that an answer is computed from, and bytes
                             of them (friendly_byte), or NULL */
  uint64_t work;          /* for one slice: operations of terms */
  VEC (input_part) parts;
  map part_of;   /* leaf -> its part, plus 1 */
  u32_vec signs; /* parts that hold the sign of a number of several parts */
  u32_vec order; /* work space of a slice */
  term_vec leaves;
  u64_vec values;
  VEC (friendly_number) numbers;
} friendly_inputs;

void friendly_inputs_init (friendly_inputs *, memory *, terms *,
                           const datatypes *);
void friendly_inputs_release (friendly_inputs *);

/* Better values for all that this path knows, at its end; of an old test, only
 * for what nothing is said of: a number that is negative has all its bits.
 */
void friendly_inputs_settle (friendly_inputs *, const state *, knowledge *,
                             bool is_old);

/* All inputs of this path, in f->leaves and f->numbers. */
void friendly_inputs_all (friendly_inputs *, const state *);

/* What is at this place of a value: a scalar, or bytes; and where it starts. */
datatype datatype_scalar_at (datatype, uint64_t at, uint64_t *start);

/* The key of a byte of a leaf. */
static inline uint64_t friendly_byte (term leaf, uint64_t byte) {
  return ((uint64_t) leaf.id << 8 | (byte & 255)) + (UINT64_C (1) << 48);
}
