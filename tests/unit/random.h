#ifndef UNIT_RANDOM_H
#define UNIT_RANDOM_H

/* Numbers that are the same on every machine and in every run. */

#include "base/hash.h"

static inline uint64_t random_next (uint64_t *seed) {
  *seed += 0x9e3779b97f4a7c15u;
  return hash_mix (*seed, 0x2545f4914f6cdd1du);
}

static inline unsigned random_below (uint64_t *seed, unsigned n) {
  return (unsigned) ((random_next (seed) >> 32) % n);
}

#endif
