#pragma once

/* What is open in a trie, cut into units.
 *
 * A unit is given by two open nodes of a trie (memo_set_share). When a member
 * stops, the trie of what it found has the same decisions on the way to both,
 * and between them, in preorder, what is still open:
 *
 *     base     d ( x  [open  d ( e  open)]  open )      the unit: from [ to ]
 *     found    d ( .  [d ( e  open)  d ( e  open)]  . )
 *                             ^            ^            left of it
 *
 * What is left is cut where subtrees are likely to be large: an alternative of
 * a decision is taken for as large as its brothers.
 */

#include "base/vec.h"

#define UNITS_LEFT 16 /* at most of one unit */

/* Between two open nodes, plus 1; 'to' is not included, 0: up to the last. */
typedef struct cut {
  uint32_t from, to;
} cut;

/* All that is open in the trie of this file, as at most n cuts. Returns how
 * many; 0: nothing is open, or there is no such trie.
 */
size_t cut_all (memory *, const char *trie, size_t n, cut *out);

/* What is left of a cut of a trie in what was found. */
size_t cut_rest (memory *, const char *base, cut, const char *found, size_t n,
                 cut *out);
