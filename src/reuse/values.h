#pragma once

/* Values of leaves, packed for keeping: what a cache stores of a model. */

#include "term/model.h"

typedef struct values {
  uint32_t n;
  struct value_entry {
    term leaf;       /* scalar, element, or array variable */
    bool is_element; /* leaf is an array: its element at 'index' */
    uint64_t index;
    uint64_t word; /* of the leaf, the element, or all others of the array */
  } entry[];
} values;

/* Take the values of the leaves out of the model; limbs go to the arena too.
 * With 'leaf' in some order, the values are in that order.
 */
const values *values_take (arena *, memory *, const terms *, size_t n,
                           const term *leaf, const model *);

/* One of them, for another leaf of the same sort. */
void value_entry_give (const struct value_entry *, const terms *, term leaf,
                       model *);

void values_give (const values *, const terms *, model *);

/* The same for other leaves: those that were leaf[i] when taken become to[i].
 */
void values_give_renamed (const values *, const terms *, size_t n,
                          const term *leaf, const term *to, model *);
