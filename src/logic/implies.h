#ifndef LOGIC_IMPLIES_H
#define LOGIC_IMPLIES_H

/* Implication between reduced slices (logic/reduce.h): do the atoms A, all
 * together, imply every atom of B?
 *
 * "True" is a proof; "false" means not found. Complete when all atoms of both
 * have one prefix, where it is inclusion of domains; that covers the rules
 * R1..R8 of GreenTrie (section 4) and what they miss (x >= 0, x != 0 implies
 * x >= 1).
 */

#include "logic/atom.h"

/* Same prefixes only. Never allocates; O(|A| + |B| + spans). */
bool implies_by_prefix (const terms *, size_t n_a, const atom *a, size_t n_b,
                        const atom *b);

/* The same, and for prefixes of B that A has not:
 *   - sums, by arithmetic on the intervals that A gives to their parts:
 *     x <= 3, y <= 4 implies x + y <= 7; one sum of A may be a part too.
 *     Bit-vectors in arcs, so that a sum that wraps is no obstacle as long
 *     as it cannot go around the whole circle;
 *   - comparisons of two bit-vectors whose intervals do not meet.
 * O(|A| * |sum|) for each such atom; scratch memory is in the arena and is
 * given back.
 */
bool implies (terms *, arena *, size_t n_a, const atom *a, size_t n_b,
              const atom *b);

#endif
