#pragma once

/* Free variables of a term, as sets that are shared and cached.
 *
 * A leaf is what can vary independently of the rest:
 *   - a variable that is not an array;
 *   - select (array variable, constant): one byte of an input, say;
 *   - an array variable that is used in any other way (symbolic index,
 *     store, comparison): then all its elements may matter.
 * So one term may have both 'a' and 'select (a, 3)' as leaves; users that
 * look for independence must treat them as touching.
 */

#include "term/term.h"

typedef struct leaf_set {
  uint32_t n;
  bool has_array; /* some leaf is a whole array */
  term leaf[];    /* increasing ids */
} leaf_set;

/* Valid for the life of the table. */
const leaf_set *term_leaves (terms *, term);

/* Is this term one of the three forms above? */
bool term_is_leaf (const terms *, term);

/* The array variable of a leaf that is an element or an array, else NONE. */
term leaf_array (const terms *, term leaf);

void leaf_sets_free (terms *);
