#pragma once

/* Persistent map from 64-bit keys to pointers.
 *
 * A map is immutable; setting a key gives a new map that shares all but one
 * path with the old one. NULL is the empty map, NULL values mean "absent".
 * Nodes live in the arena that is given to 'pmap_set' and are never freed
 * one by one.
 *
 * Cost: both operations visit O(log n) nodes of 32 ways, at most 13.
 */

#include "base/arena.h"

typedef struct pmap pmap;

const void *pmap_get (const pmap *, uint64_t key);
const pmap *pmap_set (arena *, const pmap *, uint64_t key, const void *value);
