#ifndef ENGINE_TRIE_PLACE_H
#define ENGINE_TRIE_PLACE_H

/* Where the trie of a run is kept: beside the proofs, one file for each input
 * and each set of options that change what is explored.
 */

#include "base/vec.h"
#include "context/context.h"

typedef struct trie_subject {
  const char *file, *entry;
  size_t argc;
  const char *const *argv;
} trie_subject;

/* False: there is no place, since the store is none or far away. */
bool trie_place (context *, const trie_subject *, char_vec *out);

#endif
