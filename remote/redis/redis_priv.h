#pragma once

/* Shared by the files of the Redis vault.
 *
 * A record is the value of the key
 *
 *     reprise:1:<digest, 32 hex digits>:<other hash, 2 hex digits>
 *
 * where 1 is the version of the record format: another version is another
 * set of keys, so old and new programs can share a server.
 */

#include "remote/redis/redis_link.h"
#include "remote/redis/redis_local.h"

#define REDIS_KEY_LEN 45
#define REDIS_KEYS_PREFIX "reprise:1:"

typedef struct redis_name {
  char text[REDIS_KEY_LEN + 1];
} redis_name;

typedef VEC (record_key) record_key_vec;

typedef struct redis_vault {
  vault base;
  memory mem; /* own account: 'write' comes from another thread */
  const logger *log;
  redis_link *link;
  redis_local *local;
  VEC (uint8_t) found;     /* the record that was handed out last */
  record_key_vec expected; /* go along with the next lookup */

  /* Records not yet acknowledged by the server, oldest first. */
  VEC (change) queue;
  size_t queue_head, queue_size;
  uint64_t next_try, pause; /* after the server refused to write */
  unsigned failures;        /* losses in a row while sending the oldest */
  bool is_refusing, is_overflowing;
} redis_vault;

redis_name redis_key_name (const record_key *);
bool redis_key_parse (const char *, size_t len, record_key *out);

/* MGET. NULL when the link is lost or the reply is no list of 'n'; then it is
 * lost, too. An element that is no record of acceptable size is a miss:
 * 'redis_is_record' is false.
 */
const redis_reply *redis_get_many (redis_vault *, size_t n, const record_key *);
bool redis_is_record (const redis_reply *);

/* Writing (redis_write.c). */

status redis_write (vault *, size_t n, const change *, trouble *);

/* Send what is queued, at most so long; false: something is left. */
bool redis_send_queued (redis_vault *, unsigned ms);
size_t redis_queued (const redis_vault *);
void redis_drop_queue (redis_vault *);

/* All keys at once (redis_scan.c). */

status redis_each (vault *, record_function *, void *state, trouble *);
void redis_count (vault *, uint64_t *records, uint64_t *bytes);
status redis_gc (vault *, uint64_t max_size, uint64_t *dropped, trouble *);
