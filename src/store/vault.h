#pragma once

/* What the kinds of store implement: a vault, which keeps records under keys.
 *
 * A record is opaque bytes (store/codec.h says which); a vault neither reads
 * nor trusts it. Everything that all kinds share is in store_shared.c: choosing
 * the kind, modes, trust, encoding and checking of records, gathering of
 * writes, counters, messages. So a vault may lose or damage records and the
 * answers stay right.
 *
 * Threads: store_shared.c makes all calls under one lock, so they never
 * overlap, but 'write' and 'gc' also come from its own thread. Between 'open'
 * and 'close' a vault must therefore not use the memory account of the
 * configuration; its own buffers come from malloc.
 *
 * Messages: a vault that gets into trouble after 'open' says so in the trouble
 * that it is given; store_shared.c logs one message per kind of trouble. A
 * vault that goes away and comes back (Redis) returns false from 'find', keeps
 * what is written, and reconnects on its own, with a pause between attempts.
 */

#include "store/store.h"

/* Key of a record: the digest, big-endian ('hi' first), so that keys sort as
 * hash128_cmp says, and one byte of another hash of the form, which makes two
 * forms with one digest unlikely to meet. If they do, the later replaces the
 * earlier: the whole form is compared, so that costs time only.
 */
#define RECORD_KEY_SIZE 17

typedef struct record_key {
  uint8_t byte[RECORD_KEY_SIZE];
} record_key;

/* Larger records are not stored, and not read. */
#define RECORD_MAX ((size_t) 64 << 20)

typedef struct proof_record {
  record_key key;
  size_t size;
  const uint8_t *data;
} proof_record;

/* One write. With data: put the record, except that one without an answer
 * does not replace one with an answer (record_may_replace says it). Without
 * data: 'uses' more uses of what is there, which a vault may ignore.
 */
typedef struct change {
  record_key key;
  uint32_t uses;
  size_t size;
  const uint8_t *data; /* NULL: only uses */
  uint64_t time;       /* seconds since 1970 */
  size_t n_listings;   /* where it is listed, by a vault that has lists */
  const listing *listing;
} change;

typedef struct vault vault;

/* False ends the iteration. The record lives until the function returns. */
typedef bool record_function (void *state, const proof_record *);

typedef struct vault_class {
  const char *name; /* "lmdb", "redis" */

  /* ST_NOFILE, ST_NOWRITE, ST_CORRUPT, ST_VERSION with a sentence. In the
   * modes ro and enforce nothing is ever written, not even at creation.
   */
  status (*open) (const store_config *, trouble *, vault **out);
  void (*close) (vault *); /* everything was written; NULL is not given */

  /* The record lives until the next call. False: none, or trouble (set). */
  bool (*find) (vault *, const record_key *, trouble *, proof_record *out);

  /* The same without a round trip: false may only mean that nothing is known
   * here (NULL: lookups are never far).
   */
  bool (*find_here) (vault *, const record_key *, trouble *, proof_record *out);

  /* These keys may be looked for soon: they go along with the next lookup
   * that is far (NULL: none is).
   */
  void (*expect) (vault *, size_t n, const record_key *);

  /* Lists of records by what they are about (store/listing.h), the newest
   * first; and the record of an entry, by the first half of its digest.
   * NULL: there are none.
   */
  size_t (*list) (vault *, uint8_t kind, uint64_t label, size_t max,
                  listing *out, trouble *);
  bool (*find_listed) (vault *, uint64_t digest, trouble *, proof_record *out);

  /* All or nothing, durable on return (law 4). */
  status (*write) (vault *, size_t n, const change *, trouble *);

  /* In the order of keys. */
  status (*each) (vault *, record_function *, void *state, trouble *);

  void (*count) (vault *, uint64_t *records, uint64_t *bytes);

  /* Drop the least useful until at most 'max_size' bytes are used. */
  status (*gc) (vault *, uint64_t max_size, uint64_t *dropped, trouble *);

  /* File of the secret that marks own proofs; created by store_shared.c in mode
   * rw. NULL: in the user's home. Lives as long as the vault.
   */
  const char *(*secret_file) (const vault *);
} vault_class;

/* Every implementation begins with this. */
struct vault {
  const vault_class *class;
};

extern const vault_class vault_lmdb;

/* Loaded where it is asked for; has 'vault_redis' (remote/redis/redis.h). */
#define VAULT_LIBRARY "libreprise-redis.so"

/* May 'new' take the place of 'old'? Both have the same key; neither is
 * trusted. (codec.c)
 */
bool record_may_replace (const uint8_t *old, size_t old_size,
                         const uint8_t *new, size_t new_size);

/* Usefulness for eviction, greater is better: uses and recency. 0 for what
 * is no record. (codec.c)
 */
uint64_t record_usefulness (const uint8_t *, size_t, uint64_t now);
