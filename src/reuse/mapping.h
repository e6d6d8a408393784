#pragma once

/* Mapping: do the atoms of one set, with its leaves renamed, follow from the
 * atoms of another?
 *
 *     pattern   x - y in [1, 9], x in [0, 5]
 *     target    b - a in [-3, -2], a in [2, 2], c in [7, 7]     x = a, y = b
 *
 * A mapping gives each leaf of the pattern a leaf of the target, so that each
 * atom of the pattern becomes the prefix of an atom of the target whose domain
 * is included. Then what is true of the pattern for all values of its leaves
 * is true of the target: if the pattern is unsatisfiable, so is the target,
 * and a model of the target gives one of the pattern. Two leaves may have one
 * image; both conclusions hold all the same.
 *
 * Prefixes are compared by walking through both of them; operands of an
 * associative kind are multisets. Hashes only say where to look: the label of
 * a prefix is a hash of its shape, in which all leaves of one sort are alike.
 * Elements of arrays at constant places are leaves as long as the pattern has
 * no array as a whole.
 *
 * A sum has one of two signs, by the names of its leaves. Here the sign is
 * chosen by the shape; where the shape does not tell (x - y), both are tried.
 *
 * The search is a backtracking one and its budget is in steps: visits of
 * nodes and choices. A prefix with more nodes than that is never mapped.
 */

#include "logic/atom.h"

typedef struct mapper mapper;

mapper *mapper_new (memory *, terms *);
void mapper_free (mapper *);

/* An atom made ready for mapping; equivalent to the one given. */
typedef struct variant {
  atom atom;
  uint32_t label; /* of its prefix; never 0; large shapes have large labels */
  uint32_t index; /* of the atom given */
} variant;

/* One variant for each atom, and with 'both_signs' perhaps two; at most 2 n.
 * Negated domains are in the arena. Returns how many. Shapes are kept for the
 * life of the mapper: the cost is that of terms not seen before.
 */
size_t mapper_prepare (mapper *, arena *, size_t n, const atom *,
                       bool both_signs, variant *out);

#define MAPPER_MAX_PATTERN 64 /* longer ones are not mapped */

/* 'target' must have been prepared with both signs. 'steps' is reduced; zero
 * means that the search was given up.
 */
bool mapper_find (mapper *, size_t n, const variant *pattern, size_t m,
                  const variant *target, unsigned *steps);

/* After a success, until the next search. */
uint32_t mapper_choice (const mapper *, size_t i); /* target of pattern i */
term mapper_image (const mapper *, term leaf);     /* TERM_NONE: has none */
