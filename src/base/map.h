#pragma once

/* Hash map from 64-bit keys to 64-bit values. Open addressing, linear
 * probing, load at most 1/2; key 0 is reserved for "empty" (callers whose
 * keys start at 0 add one). No deletion but 'map_clear'. {0} plus an account
 * is a valid empty map.
 */

#include "base/memory.h"

typedef struct map_slot {
  uint64_t key, value;
} map_slot;

typedef struct map {
  memory *mem;
  map_slot *slot;
  size_t len, cap; /* cap is 0 or a power of two */
} map;

void map_init (map *, memory *);
void map_release (map *);
void map_clear (map *); /* keeps the table */
void map_copy (map *to, const map *from);

/* NULL when absent. The pointer is valid until the next insertion. */
uint64_t *map_find (const map *, uint64_t key);

/* Before looking for several keys in a large map: their slots come from memory
 * at the same time.
 */
void map_prefetch (const map *, uint64_t key);

/* The value of 'key', inserted as 0 when absent. */
uint64_t *map_at (map *, uint64_t key);

static inline uint64_t map_get (const map *m, uint64_t key, uint64_t other) {
  const uint64_t *p = map_find (m, key);
  return p ? *p : other;
}

static inline void map_put (map *m, uint64_t key, uint64_t value) {
  *map_at (m, key) = value;
}
