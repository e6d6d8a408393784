#pragma once

/* Hashing. 'hash_mix' folds a 64x64 multiplication; it is what structural
 * hashes are made of. None of these is collision-resistant against an
 * adversary: they find things, and contents are compared then. Where there are
 * none to compare, digests have a key (base/keyed.h). The exception is code,
 * which is known by 128 bits of these (program/lower_digest.c).
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct hash128 {
  uint64_t lo, hi;
} hash128;

static inline uint64_t hash_mix (uint64_t a, uint64_t b) {
  __extension__ typedef unsigned __int128 wide;
  wide product = (wide) (a ^ 0x9e3779b97f4a7c15u) * (b ^ 0xe7037ed1a0b428dbu);
  return (uint64_t) product ^ (uint64_t) (product >> 64);
}

static inline hash128 hash128_mix (hash128 a, hash128 b) {
  return (hash128) {hash_mix (a.lo + 0x8ebc6af09c88c6e3u, b.lo),
                    hash_mix (a.hi, b.hi + 0x589965cc75374cc3u)};
}

static inline hash128 hash128_of (uint64_t a, uint64_t b) {
  return (hash128) {hash_mix (a, b + 0x1d8e4e27c47d124fu),
                    hash_mix (b, a + 0xeb44accab455d165u)};
}

static inline bool hash128_eq (hash128 a, hash128 b) {
  return a.lo == b.lo && a.hi == b.hi;
}

static inline int hash128_cmp (hash128 a, hash128 b) {
  if (a.hi != b.hi)
    return a.hi < b.hi ? -1 : 1;
  return a.lo < b.lo ? -1 : a.lo > b.lo;
}

hash128 hash_bytes (const void *, size_t);
