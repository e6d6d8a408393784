#pragma once

/* Digests that are believed: 128 bits, under a key that nobody knows who writes
 * what is digested.
 *
 * An answer of an earlier run is found by a digest of what was asked, and the
 * thing itself is no longer there to be compared (ADR 0032, 0039). So the
 * digest has to be as good as the thing. Each of its two halves is a chain of
 * multiplications by secret numbers (keyed_of, keyed_mix), or XXH3 with a
 * secret (keyed_bytes): two different things have the same one with a
 * probability of about 2^-128 for each step that made it. Among 2^32 of them,
 * of 2^10 steps each, there is a wrong match with a probability of
 *
 *     2^64 pairs * 2^10 * 2^-128  =  2^-54
 *
 * and nobody can make one on purpose without the key, which never leaves the
 * directory of the store.
 *
 * Where a wrong match is found out at once, hash.h is faster.
 */

#include "base/hash.h"

#define KEYED_WORDS 24u /* the secret of XXH3 */

typedef struct hash_key {
  hash128 seed;
  uint64_t word[KEYED_WORDS];
  bool is_set;
  unsigned bits; /* of a whole digest: fewer in tests that want wrong matches */
} hash_key;

hash128 keyed_seed (void); /* a new one, random */
void keyed_init (hash_key *, hash128 seed);

static inline hash128 keyed_of (const hash_key *k, uint64_t a, uint64_t b) {
  return (hash128) {hash_mix (a ^ k->word[0], b ^ k->word[1]),
                    hash_mix (a ^ k->word[2], b ^ k->word[3])};
}

static inline hash128 keyed_mix (const hash_key *k, hash128 a, hash128 b) {
  return (hash128) {hash_mix (a.lo ^ k->word[4], b.lo ^ k->word[5]),
                    hash_mix (a.hi ^ k->word[6], b.hi ^ k->word[7])};
}

hash128 keyed_bytes (const hash_key *, const void *, size_t);

/* What is kept of a digest that is whole. */
hash128 keyed_cut (const hash_key *, hash128);
