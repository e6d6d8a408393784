#ifndef STORE_RECALL_H
#define STORE_RECALL_H

/* What a store knows, for rung implied: sets of other runs, so that what
 * follows from them needs no solver even when the program has changed. Names
 * of leaves are stored with a proof; a set without names can still be found
 * by mapping.
 *
 * A set is an instance of a proved form, so UNSAT holds whatever the names
 * are, and models are evaluated before use; what the store does not believe
 * (--trust) is left out. The number is bounded: opening a store of millions
 * of proofs must stay quick.
 */

#include "reuse/implied.h"
#include "store/store.h"

#define RECALL_MAX 4096

/* Returns how many sets were taken. */
size_t store_recall (store *, memory *, bench *, rung *implied, size_t max);

/* Names of the leaves of a form, as they are stored with a proof. */
typedef VEC (uint8_t) name_bytes;
void names_write (memory *, name_bytes *out, const terms *, const form *);

/* Leaves of these names and sorts; false when the bytes say something else. */
bool names_read (terms *, size_t size, const uint8_t *, size_t n,
                 const uint32_t *sort_code, term *leaf);

#endif
