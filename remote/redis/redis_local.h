#pragma once

/* What this process knows of a shared store: records that it found or wrote,
 * and keys that were not there.
 *
 * Two generations. When the young one is full the old one is dropped and the
 * young one takes its place; what is found in the old one moves to the young
 * one. So memory is bounded and what is used stays.
 */

#include "store/vault.h"

typedef struct redis_local redis_local;

typedef struct redis_memo {
  record_key key;
  uint64_t time; /* when it was noted, by base/clock.h */
  bool is_there;
  size_t size;
  const uint8_t *data; /* if it is there */
} redis_memo;

redis_local *redis_local_new (memory *, size_t max_size);
void redis_local_free (redis_local *);

/* NULL: nothing is known. Lives until the next note. */
const redis_memo *redis_local_find (redis_local *, const record_key *);

/* Data is copied; NULL notes that there is no such record. */
const redis_memo *redis_local_note (redis_local *, const record_key *,
                                    const uint8_t *, size_t);
