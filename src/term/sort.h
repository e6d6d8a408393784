#pragma once

/* Sorts in one word: Bool, Int, bit-vectors, and arrays from bit-vectors to
 * bit-vectors.
 *
 *     31 30 | 29 .. 0
 *      0  0 | 1 = Bool, 2 = Int, 0 = no sort
 *      0  1 | width
 *      1  0 | index width (15 bits), element width (15 bits)
 */

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct sort {
  uint32_t code;
} sort;

#define SORT_NONE ((sort) {0})
#define SORT_BOOL ((sort) {1})
#define SORT_INT ((sort) {2})

#define SORT_MAX_WIDTH (1u << 20)
#define SORT_MAX_INDEX 64u
#define SORT_MAX_ELEMENT ((1u << 15) - 1)

static inline sort sort_bv (unsigned width) {
  assert (0 < width && width <= SORT_MAX_WIDTH);
  return (sort) {1u << 30 | width};
}

static inline sort sort_array (unsigned index, unsigned element) {
  assert (0 < index && index <= SORT_MAX_INDEX);
  assert (0 < element && element <= SORT_MAX_ELEMENT);
  return (sort) {2u << 30 | index << 15 | element};
}

static inline bool sort_eq (sort a, sort b) { return a.code == b.code; }
static inline bool sort_is_bool (sort s) { return s.code == 1; }
static inline bool sort_is_int (sort s) { return s.code == 2; }
static inline bool sort_is_bv (sort s) { return s.code >> 30 == 1; }
static inline bool sort_is_array (sort s) { return s.code >> 30 == 2; }

static inline unsigned sort_width (sort s) {
  assert (sort_is_bv (s));
  return s.code & ~(3u << 30);
}

static inline sort sort_index (sort s) {
  assert (sort_is_array (s));
  return sort_bv (s.code >> 15 & 0x7fff);
}

static inline sort sort_element (sort s) {
  assert (sort_is_array (s));
  return sort_bv (s.code & 0x7fff);
}

/* Values of these sorts are plain words (term/value.h). */
static inline bool sort_is_small (sort s) {
  return sort_is_bool (s) || (sort_is_bv (s) && sort_width (s) <= 64);
}
