#pragma once

/* A sketch: a model without names, values for numbered leaves. It is what a
 * rung stores that matches problems up to renaming.
 */

#include "term/model.h"

typedef struct sketch sketch;

/* The values that the model gives to the leaves (variables, arrays among
 * them, or elements of arrays). Lives in the arena.
 */
const sketch *sketch_of (arena *, memory *, const terms *, const model *,
                         size_t n, const term *leaf);

/* The same values for other leaves; what has no counterpart of the same sort
 * is left out.
 */
void sketch_apply (const sketch *, const terms *, size_t n, const term *leaf,
                   model *out);
