#pragma once

/* A model: values for leaves (term/leaves.h). What is not assigned is zero,
 * so every model gives every term a value. Values are words (term/value.h);
 * limbs are copied into the model. The model does not own the term table,
 * which must outlive it.
 */

#include "term/term.h"

typedef struct model model;

typedef struct element {
  uint64_t index, value;
} element;

typedef VEC (element) element_vec;

model *model_new (memory *, const terms *);
void model_free (model *);
void model_clear (model *);
void model_copy (model *to, const model *from); /* replaces 'to' */

/* Assign what 'from' assigns, and keep the rest; defaults of arrays stay. */
void model_add (model *to, const model *from);

/* Reading. */

uint64_t model_get (const model *, term leaf); /* not an array variable */
bool model_has (const model *, term leaf);
uint64_t model_element (const model *, term array, uint64_t index);
uint64_t model_default (const model *, term array);

/* Assigned elements in increasing order; 'out' is cleared first. */
void model_elements (const model *, term array, memory *, element_vec *out);

/* Changing. A leaf that is an element sets the element. */

void model_set (model *, term leaf, uint64_t word);
void model_set_element (model *, term array, uint64_t index, uint64_t word);
void model_set_default (model *, term array, uint64_t word);

/* The leaf gets the value it has in another model, an array all elements. */
void model_take (model *, term leaf, const model *from);
