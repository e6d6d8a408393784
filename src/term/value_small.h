#pragma once

/* Kinds on words of at most 64 bits, by the column of kinds.def. Inline, for
 * the loop of term/tape.c.
 */

#include "base/bits.h"
#include "term/ieee.h"

/* SMT-LIB: division by zero gives all ones, remainder the dividend. The
 * signed forms are defined through the unsigned ones, so they follow.
 */
static inline uint64_t small_udiv (uint64_t a, uint64_t b, uint64_t mask) {
  return b ? a / b : mask;
}

static inline uint64_t small_urem (uint64_t a, uint64_t b) {
  return b ? a % b : a;
}

static inline uint64_t small_sdiv (uint64_t a, uint64_t b, unsigned w) {
  uint64_t mask = bits_mask (w), sign = bits_sign (w);
  uint64_t p = a & sign ? -a & mask : a, q = b & sign ? -b & mask : b;
  uint64_t r = small_udiv (p, q, mask);
  return ((a ^ b) & sign ? -r : r) & mask;
}

static inline uint64_t small_srem (uint64_t a, uint64_t b, unsigned w) {
  uint64_t mask = bits_mask (w), sign = bits_sign (w);
  uint64_t p = a & sign ? -a & mask : a, q = b & sign ? -b & mask : b;
  uint64_t r = small_urem (p, q);
  return (a & sign ? -r : r) & mask;
}

static inline uint64_t small_smod (uint64_t a, uint64_t b, unsigned w) {
  uint64_t mask = bits_mask (w), sign = bits_sign (w);
  uint64_t r = small_srem (a, b, w);
  if (!r || !((r ^ b) & sign))
    return r;
  return b ? (r + b) & mask : r;
}

static inline uint64_t small_ashr (uint64_t a, uint64_t b, unsigned w) {
  assert (w && w <= 64);
  int64_t x = bits_signed (a, w);
  return (uint64_t) (x >> (b < w ? b : w - 1)) & bits_mask (w);
}

/* 'w' is the width of the last argument, 'rw' that of the result. */
static inline uint64_t value_apply_small (kind k, unsigned w, uint64_t payload,
                                          unsigned rw, uint64_t a, uint64_t b,
                                          uint64_t c) {
  assert (w && w <= 64 && rw && rw <= 64);
  uint64_t mask = bits_mask (w);
  switch (k) {
#define KIND(...)
#define WIDE(...)
#define SMALL(NAME, SMT, ARITY, COMMUTES, MEANING) \
  case KIND_##NAME: \
    return MEANING;
#define BOTH(NAME, SMT, ARITY, COMMUTES, MEANING, ...) \
  SMALL (NAME, SMT, ARITY, COMMUTES, MEANING)
#include "term/kinds.def"
  default:
    return ieee_apply (k, w, payload, a, b, c);
  }
}
