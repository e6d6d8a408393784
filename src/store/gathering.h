#pragma once

/* Writes that wait to be committed together: records one after the other in
 * one buffer, each with its entries of lists behind it, and uses of records
 * that are stored already. What waits can be found.
 *
 * Adding uses the memory account, and is for the owner of the store; the rest
 * allocates nothing. Callers hold the store's lock.
 */

#include "base/map.h"
#include "store/codec.h"

typedef VEC (change) change_vec;

typedef struct gathering {
  memory *mem;
  change_vec changes;
  u64_vec offsets; /* of each change in 'bytes' */
  byte_vec bytes;
  map by_key;     /* digest -> last change + 1 */
  map touched;    /* digest -> change without data + 1 */
  size_t touches; /* how many of the changes are that */
  map listed;     /* first halves of digests that were ever listed */
  uint64_t first; /* time of the first record that waits */
} gathering;

void gathering_init (gathering *, memory *);
void gathering_release (gathering *);

/* Nothing waits. What was listed stays known. */
void gathering_clear (gathering *);

static inline size_t gathering_puts (const gathering *g) {
  return g->changes.len - g->touches;
}

/* Of this run. */
static inline bool gathering_has_listed (const gathering *g, uint64_t digest) {
  return map_find (&g->listed, digest | 1);
}

/* It should be committed now, whatever the time. */
bool gathering_is_full (const gathering *);

/* The newest record under a key; borrowed until something is added. */
bool gathering_find (const gathering *, const record_key *, proof_record *out);

/* All that waits, with data; borrowed until something is added. */
const change_vec *gathering_changes (gathering *);

/* A proof, sealed by these (or NULL), unless what waits says more. ST_FULL: it
 * is too large for a record.
 */
status gathering_put (gathering *, const proof *, seal *own, seal *key);

/* A use of a stored proof, remembered for eviction. Some may be forgotten: it
 * is a statistic.
 */
void gathering_touch (gathering *, const record_key *);
