#ifndef ENGINE_TRIE_PLACE_H
#define ENGINE_TRIE_PLACE_H

/* Where the trie of a run is kept: beside the proofs, one file for each input
 * and each set of options that change what is explored.
 */

#include "engine/subject.h"

/* False: there is no place, since the store is none or far away. */
bool trie_place (const subject *, char_vec *out);

#endif
