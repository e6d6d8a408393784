#pragma once

/* Arithmetic modulo 2^w on 64-bit words, 1 <= w <= 64. */

#include <stdbool.h>
#include <stdint.h>

static inline uint64_t bits_mask (unsigned w) {
  return ~(uint64_t) 0 >> (64 - w);
}

static inline uint64_t bits_sign (unsigned w) {
  return (uint64_t) 1 << (w - 1);
}

static inline int64_t bits_signed (uint64_t x, unsigned w) {
  return (int64_t) (x << (64 - w)) >> (64 - w);
}

static inline bool bits_is_pow2 (uint64_t x) { return x && !(x & (x - 1)); }

static inline unsigned bits_log2 (uint64_t x) { /* x > 0, rounded down */
  return 63u - (unsigned) __builtin_clzll (x);
}

/* The number that bytes make, the lowest first. */
static inline uint64_t bits_load (const uint8_t *bytes, unsigned n) {
  uint64_t v = 0;
  for (unsigned i = 0; i < n; i++)
    v |= (uint64_t) bytes[i] << 8 * i;
  return v;
}
