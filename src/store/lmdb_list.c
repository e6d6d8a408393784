/* Lists of the LMDB vault: entries in the tree of the records, under longer
 * keys, so that programs that do not know of them pass them by.
 *
 *     key     2 bytes ff ff        behind nearly all records
 *             1       kind         (listing.h)
 *             7       label        big-endian, as all in a key
 *             4       ~ seconds since 1970, cut: the newest come first
 *             8       first half of the record's digest
 *     value   8       bits of all labels of the set, little-endian
 *             8, 8    hull of the domain at this label
 *
 * An entry is a hint: the record may have gone, or be another one.
 */

#include "store/lmdb_priv.h"

#define HEAD_SIZE 10
#define KEY_SIZE 22
#define VALUE_SIZE 24
#define SWEEP_BATCH 10000

typedef struct list_key {
  uint8_t byte[KEY_SIZE];
} list_key;

static uint8_t *put_big (uint8_t *at, unsigned bytes, uint64_t x) {
  for (unsigned i = bytes; i-- > 0;)
    *at++ = (uint8_t) (x >> 8 * i);
  return at;
}

static uint64_t get_big (const uint8_t *at) {
  uint64_t x = 0;
  for (unsigned i = 0; i < 8; i++)
    x = x << 8 | at[i];
  return x;
}

static void put_little (uint8_t *at, uint64_t x) {
  for (unsigned i = 0; i < 8; i++)
    at[i] = (uint8_t) (x >> 8 * i);
}

static uint64_t get_little (const uint8_t *at) {
  uint64_t x = 0;
  for (unsigned i = 8; i-- > 0;)
    x = x << 8 | at[i];
  return x;
}

static uint8_t *put_head (uint8_t *at, uint8_t k, uint64_t label) {
  at = put_big (at, 2, 0xffff);
  at = put_big (at, 1, k);
  return put_big (at, 7, label);
}

/* Writing. */

int lmdb_put_listings (lmdb *v, const change *c) {
  assert (v->writer && c->n_listings <= LISTINGS_MAX);
  int rc = 0;
  for (size_t i = 0; i < c->n_listings && !rc; i++) {
    const listing *l = c->listing + i;
    list_key key;
    uint8_t value[VALUE_SIZE], *at = put_head (key.byte, l->kind, l->label);
    at = put_big (at, 4, ~c->time);
    memcpy (at, c->key.byte, 8);
    put_little (value, l->bits);
    put_little (value + 8, l->low);
    put_little (value + 16, l->high);
    rc = mdb_put (v->writer, v->dbi, &(MDB_val) {KEY_SIZE, key.byte},
                  &(MDB_val) {VALUE_SIZE, value}, 0);
  }
  return rc;
}

/* Reading. */

static listing read_entry (const uint8_t *key, const uint8_t *value) {
  assert (key[0] == 0xff && key[1] == 0xff); /* put_head */
  return (listing) {.kind = key[2],
                    .label = get_big (key + 2) & LISTING_LABEL,
                    .digest = get_big (key + HEAD_SIZE + 4),
                    .bits = get_little (value),
                    .low = get_little (value + 8),
                    .high = get_little (value + 16)};
}

static size_t read_list (MDB_cursor *c, uint8_t k, uint64_t label, size_t max,
                         listing *out) {
  uint8_t head[HEAD_SIZE];
  size_t n = 0;
  put_head (head, k, label);
  MDB_val key = {HEAD_SIZE, head}, value;
  int rc = mdb_cursor_get (c, &key, &value, MDB_SET_RANGE);
  while (!rc && n < max && key.mv_size >= HEAD_SIZE &&
         !memcmp (key.mv_data, head, HEAD_SIZE)) {
    if (key.mv_size == KEY_SIZE && value.mv_size == VALUE_SIZE)
      out[n++] = read_entry (key.mv_data, value.mv_data);
    rc = mdb_cursor_get (c, &key, &value, MDB_NEXT);
  }
  return n;
}

static int start_looking (lmdb *v, MDB_cursor **out) {
  int rc = lmdb_renew (v);
  if (!rc && (rc = mdb_cursor_open (v->reader, v->dbi, out)))
    mdb_txn_reset (v->reader);
  return rc;
}

static void stop_looking (lmdb *v, MDB_cursor *c) {
  mdb_cursor_close (c);
  mdb_txn_reset (v->reader);
}

size_t lmdb_list (vault *base, uint8_t k, uint64_t label, size_t max,
                  listing *out, trouble *t) {
  lmdb *v = (lmdb *) base;
  MDB_cursor *c;
  if (v->is_broken || setjmp (v->escape)) {
    lmdb_broken (t);
    return 0;
  }
  int rc = start_looking (v, &c);
  if (rc) {
    lmdb_explain (t, rc, "the store cannot be read");
    return 0;
  }
  size_t n = read_list (c, k, label, max, out);
  stop_looking (v, c);
  return n;
}

/* The record whose key begins like this. */
static bool seek_record (MDB_cursor *c, uint64_t digest, MDB_val *key,
                         MDB_val *data) {
  uint8_t head[8];
  put_big (head, 8, digest);
  *key = (MDB_val) {sizeof head, head};
  return !mdb_cursor_get (c, key, data, MDB_SET_RANGE) &&
         key->mv_size == RECORD_KEY_SIZE &&
         !memcmp (key->mv_data, head, sizeof head);
}

bool lmdb_find_listed (vault *base, uint64_t digest, trouble *t,
                       proof_record *out) {
  lmdb *v = (lmdb *) base;
  MDB_cursor *c;
  MDB_val key, data;
  if (v->is_broken || setjmp (v->escape)) {
    lmdb_broken (t);
    return false;
  }
  int rc = start_looking (v, &c);
  if (rc) {
    lmdb_explain (t, rc, "the store cannot be read");
    return false;
  }
  bool found = seek_record (c, digest, &key, &data) && lmdb_copy (v, data);
  if (found) {
    *out = (proof_record) {.size = data.mv_size, .data = v->copy};
    memcpy (out->key.byte, key.mv_data, RECORD_KEY_SIZE);
  }
  stop_looking (v, c);
  return found;
}

/* Sweeping. */

typedef VEC (list_key) list_key_vec;

static int find_stale (lmdb *v, MDB_txn *txn, list_key_vec *out) {
  MDB_cursor *list, *records;
  uint8_t head[HEAD_SIZE];
  put_head (head, 0, 0);
  MDB_val key = {HEAD_SIZE, head}, data, other;
  int rc = mdb_cursor_open (txn, v->dbi, &list);
  if (rc)
    return rc;
  if ((rc = mdb_cursor_open (txn, v->dbi, &records))) {
    mdb_cursor_close (list);
    return rc;
  }
  rc = mdb_cursor_get (list, &key, &data, MDB_SET_RANGE);
  for (; !rc; rc = mdb_cursor_get (list, &key, &data, MDB_NEXT)) {
    const uint8_t *byte = key.mv_data;
    if (key.mv_size != KEY_SIZE ||
        seek_record (records, get_big (byte + HEAD_SIZE + 4), &other, &data))
      continue;
    list_key stale;
    memcpy (stale.byte, byte, KEY_SIZE);
    vec_push (NULL, out, stale);
  }
  mdb_cursor_close (records);
  mdb_cursor_close (list);
  return rc == MDB_NOTFOUND ? 0 : rc;
}

typedef struct list_batch {
  size_t n;
  const list_key *key;
} list_batch;

static int drop_some (lmdb *v, const void *state) {
  const list_batch *b = state;
  int rc = 0;
  for (size_t i = 0; i < b->n && !rc; i++) {
    rc = mdb_del (v->writer, v->dbi,
                  &(MDB_val) {KEY_SIZE, (void *) b->key[i].byte}, NULL);
    rc = rc == MDB_NOTFOUND ? 0 : rc;
  }
  return rc;
}

static int look_for_stale (lmdb *v, list_key_vec *out) {
  MDB_txn *txn;
  if (setjmp (v->escape))
    return MDB_PANIC;
  int rc = lmdb_begin_reading (v, &txn);
  if (rc)
    return rc;
  rc = find_stale (v, txn, out);
  mdb_txn_abort (txn);
  return rc;
}

status lmdb_sweep (lmdb *v, trouble *t) {
  list_key_vec stale = {0};
  int rc = look_for_stale (v, &stale);
  status st = rc ? lmdb_explain (t, rc, "the store cannot be read") : ST_OK;
  for (size_t i = 0; i < stale.len && !st; i += SWEEP_BATCH) {
    size_t left = stale.len - i;
    list_batch b = {left < SWEEP_BATCH ? left : SWEEP_BATCH, stale.data + i};
    st = lmdb_transact (v, drop_some, &b, t);
  }
  vec_release (NULL, &stale);
  return st;
}
