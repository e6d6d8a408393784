#pragma once

/* Slots of functions, or of globals: each has one that follows from its key,
 * in a region so large that two rarely want the same. So what a program defines
 * besides, and in which order, moves nothing. Of those that meet the one with
 * the smaller key keeps the slot; the other takes the next that is free.
 *
 * Cost: making O(n log n), finding O(1).
 */

#include "base/hash.h"
#include "base/memory.h"

#define PLACING_NONE UINT32_MAX

typedef struct placing {
  uint32_t first; /* of the region */
  unsigned bits;  /* it has so many slots, as a power of two */
  uint32_t n;
  uint32_t *slot;  /* increasing, with UINT32_MAX behind them */
  uint32_t *item;  /* whose: index of the key */
  uint32_t *start; /* by the upper bits of a slot: the first not below */
  uint32_t n_starts;
  unsigned shift;
} placing;

/* Equal keys are told apart by their order. */
void placing_make (placing *, memory *, uint32_t first, unsigned bits,
                   uint32_t n, const hash128 *key);
void placing_release (placing *, memory *);

/* How many slots in use are below this one? */
static inline uint32_t placing_rank (const placing *a, uint32_t slot) {
  uint32_t k = (slot - a->first) >> a->shift;
  if (k >= a->n_starts)
    return slot < a->first ? 0 : a->n;
  uint32_t i = a->start[k];
  while (a->slot[i] < slot)
    i++;
  return i;
}

/* Who has the slot, or PLACING_NONE. */
static inline uint32_t placing_find (const placing *a, uint32_t slot) {
  uint32_t i = placing_rank (a, slot);
  return a->slot[i] == slot ? a->item[i] : PLACING_NONE;
}
