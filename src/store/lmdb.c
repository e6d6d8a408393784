/* A vault in a directory, by LMDB.
 *
 *     data.mdb      the records, one B+ tree, and under the key "reprise" the
 *                   version of the format (u32, little-endian); also the
 *                   lists (lmdb_list.c), under longer keys
 *     lock.mdb      LMDB's table of readers
 *     writer        locked while a process writes: unlike LMDB's own lock it
 *                   can be waited for with a limit
 *     secret        marks own proofs (secret.c)
 *
 * Readers never wait. Each write is one transaction, synced to disk.
 *
 * Damage: the structure of the file is checked before LMDB follows it
 * (lmdb_check.h). A damaged file is put aside in mode rw, and refused else.
 * If LMDB stops in an assertion nevertheless, we leave it by a jump and do
 * not use the environment again.
 */

#include "store/lmdb_priv.h"

#include "base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <time.h>
#include <unistd.h>

#define LOCK_WAIT (10 * CLOCK_SECOND)

/* Errors. */

status lmdb_status (int rc) {
  switch (rc) {
  case MDB_CORRUPTED:
  case MDB_PAGE_NOTFOUND:
  case MDB_PANIC:
  case MDB_INVALID:
  case MDB_BAD_TXN:
  case MDB_INCOMPATIBLE:
    return ST_CORRUPT;
  case MDB_VERSION_MISMATCH:
    return ST_VERSION;
  case ENOENT:
  case ENOTDIR:
    return ST_NOFILE;
  default:
    return ST_NOWRITE;
  }
}

status lmdb_explain (trouble *t, int rc, const char *what) {
  return trouble_set (t, lmdb_status (rc), "%s: %s%s", what, mdb_strerror (rc),
                      rc == EIO ? ", the disk may be full" : "");
}

status lmdb_broken (trouble *t) {
  return trouble_set (t, ST_CORRUPT, "the store is damaged and no longer used");
}

/* Writing. */

static status lock_writer (lmdb *v, trouble *t) {
  struct flock l = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  uint64_t end = clock_now () + LOCK_WAIT;
  struct timespec pause = {0, 1000000};
  while (fcntl (v->lock, F_OFD_SETLK, &l)) {
    if (errno != EAGAIN && errno != EACCES && errno != EINTR)
      return trouble_set (t, ST_NOWRITE, "the store cannot be locked: %s",
                          strerror (errno));
    if (clock_now () > end)
      return trouble_set (t, ST_NOWRITE,
                          "another process keeps the store locked");
    nanosleep (&pause, NULL);
  }
  return ST_OK;
}

static void unlock_writer (lmdb *v) {
  struct flock l = {.l_type = F_UNLCK, .l_whence = SEEK_SET};
  fcntl (v->lock, F_OFD_SETLK, &l);
}

static int lmdb_begin (lmdb *v) {
  assert (!v->writer); /* one transaction at a time */
  int rc = mdb_txn_begin (v->env, NULL, 0, &v->writer);
  if (rc == MDB_MAP_RESIZED) { /* another process let it grow */
    mdb_env_set_mapsize (v->env, 0);
    rc = mdb_txn_begin (v->env, NULL, 0, &v->writer);
  }
  if (rc)
    v->writer = NULL;
  return rc;
}

static int commit (lmdb *v) {
  assert (v->writer);
  MDB_txn *txn = v->writer;
  v->writer = NULL;
  return mdb_txn_commit (txn);
}

static void lmdb_give_up (lmdb *v) {
  if (v->writer)
    mdb_txn_abort (v->writer);
  v->writer = NULL;
}

static int lmdb_grow (lmdb *v) {
  MDB_envinfo info;
  mdb_env_info (v->env, &info);
  return mdb_env_set_mapsize (v->env, 2 * info.me_mapsize);
}

static int add_uses (lmdb *v, MDB_val *key, uint32_t uses) {
  assert (v->writer);
  MDB_val old;
  int rc = mdb_get (v->writer, v->dbi, key, &old);
  if (rc)
    return rc == MDB_NOTFOUND ? 0 : rc;
  uint8_t *copy = malloc (old.mv_size + 1);
  record_view view;
  if (!copy)
    return ENOMEM;
  memcpy (copy, old.mv_data, old.mv_size);
  if (record_read (copy, old.mv_size, &view)) {
    record_add_uses (copy, old.mv_size, uses);
    rc = mdb_put (v->writer, v->dbi, key, &(MDB_val) {old.mv_size, copy}, 0);
  }
  free (copy);
  return rc;
}

static int lmdb_apply (lmdb *v, const change *c) {
  assert (!c->data == !c->size); /* a touch has no record */
  MDB_val key = {RECORD_KEY_SIZE, (void *) c->key.byte}, old;
  if (!c->data)
    return add_uses (v, &key, c->uses);
  int rc = mdb_get (v->writer, v->dbi, &key, &old);
  if (rc && rc != MDB_NOTFOUND)
    return rc;
  if (!rc && !record_may_replace (old.mv_data, old.mv_size, c->data, c->size))
    return 0;
  rc = mdb_put (v->writer, v->dbi, &key, &(MDB_val) {c->size, (void *) c->data},
                0);
  return rc ? rc : lmdb_put_listings (v, c);
}

static int write_version (lmdb *v) {
  uint32_t version = RECORD_VERSION;
  int rc = mdb_put (
      v->writer, v->dbi,
      &(MDB_val) {strlen (LMDB_VERSION_KEY), (void *) LMDB_VERSION_KEY},
      &(MDB_val) {sizeof version, &version}, MDB_NOOVERWRITE);
  return rc == MDB_KEYEXIST ? 0 : rc;
}

typedef struct write_batch {
  size_t n;
  const change *change;
} write_batch;

static int write_all (lmdb *v, const void *state) {
  const write_batch *b = state;
  int rc = write_version (v);
  for (size_t i = 0; i < b->n && !rc; i++)
    rc = lmdb_apply (v, b->change + i);
  return rc;
}

int lmdb_begin_reading (lmdb *v, MDB_txn **out) {
  int rc = mdb_txn_begin (v->env, NULL, MDB_RDONLY, out);
  if (rc == MDB_MAP_RESIZED) {
    mdb_env_set_mapsize (v->env, 0);
    rc = mdb_txn_begin (v->env, NULL, MDB_RDONLY, out);
  }
  return rc;
}

size_t lmdb_used_size (lmdb *v) {
  MDB_stat st;
  MDB_txn *txn;
  if (lmdb_begin_reading (v, &txn))
    return 0;
  mdb_stat (txn, v->dbi, &st);
  mdb_txn_abort (txn);
  return st.ms_psize *
         (st.ms_branch_pages + st.ms_leaf_pages + st.ms_overflow_pages);
}

/* After a jump: the lock of LMDB must be given back if that is possible. */
static void leave (lmdb *v) {
  if (!setjmp (v->escape))
    lmdb_give_up (v);
}

static int transact (lmdb *v, lmdb_body *body, const void *state) {
  int rc = lmdb_begin (v);
  if (rc)
    return rc;
  rc = body (v, state);
  if (!rc)
    return commit (v);
  lmdb_give_up (v);
  return rc;
}

status lmdb_transact (lmdb *v, lmdb_body *body, const void *state, trouble *t) {
  if (v->is_broken)
    return lmdb_broken (t);
  status st = lock_writer (v, t);
  if (st)
    return st;
  int rc = MDB_PANIC;
  if (setjmp (v->escape))
    leave (v);
  else
    while ((rc = transact (v, body, state)) == MDB_MAP_FULL && !lmdb_grow (v))
      ;
  unlock_writer (v);
  if (v->is_broken)
    return lmdb_broken (t);
  return rc ? lmdb_explain (t, rc, "the store cannot be written") : ST_OK;
}

static status lmdb_write (vault *base, size_t n, const change *c, trouble *t) {
  return lmdb_transact ((lmdb *) base, write_all, &(write_batch) {n, c}, t);
}

/* Reading. */

int lmdb_renew (lmdb *v) {
  assert (v->reader && !v->is_broken);
  int rc = mdb_txn_renew (v->reader);
  if (rc == MDB_MAP_RESIZED) {
    mdb_env_set_mapsize (v->env, 0);
    rc = mdb_txn_renew (v->reader);
  }
  return rc;
}

bool lmdb_copy (lmdb *v, MDB_val data) {
  if (data.mv_size > RECORD_MAX)
    return false;
  if (v->copy_cap < data.mv_size) {
    free (v->copy);
    v->copy_cap = 2 * data.mv_size;
    v->copy = malloc (v->copy_cap);
    if (!v->copy)
      abort ();
  }
  memcpy (v->copy, data.mv_data, data.mv_size);
  return true;
}

static bool lmdb_find (vault *base, const record_key *k, trouble *t,
                       proof_record *out) {
  lmdb *v = (lmdb *) base;
  MDB_val key = {RECORD_KEY_SIZE, (void *) k->byte}, data;
  if (v->is_broken || setjmp (v->escape)) {
    lmdb_broken (t);
    return false;
  }
  int rc = lmdb_renew (v);
  if (rc) {
    lmdb_explain (t, rc, "the store cannot be read");
    return false;
  }
  rc = mdb_get (v->reader, v->dbi, &key, &data);
  bool found = !rc && lmdb_copy (v, data);
  mdb_txn_reset (v->reader);
  if (rc && rc != MDB_NOTFOUND)
    lmdb_explain (t, rc, "the store cannot be read");
  if (found)
    *out = (proof_record) {*k, data.mv_size, v->copy};
  return found;
}

static int each_in (lmdb *v, MDB_txn *txn, record_function *f, void *state) {
  MDB_cursor *cursor;
  MDB_val key, data;
  int rc = mdb_cursor_open (txn, v->dbi, &cursor);
  if (rc)
    return rc;
  bool goes_on = true;
  while (goes_on && !(rc = mdb_cursor_get (cursor, &key, &data, MDB_NEXT))) {
    if (key.mv_size != RECORD_KEY_SIZE || !lmdb_copy (v, data))
      continue;
    proof_record r = {.size = data.mv_size, .data = v->copy};
    memcpy (r.key.byte, key.mv_data, RECORD_KEY_SIZE);
    goes_on = f (state, &r);
  }
  mdb_cursor_close (cursor);
  return rc == MDB_NOTFOUND ? 0 : rc;
}

status lmdb_each (vault *base, record_function *f, void *state, trouble *t) {
  lmdb *v = (lmdb *) base;
  MDB_txn *txn;
  if (v->is_broken || setjmp (v->escape))
    return lmdb_broken (t);
  int rc = lmdb_begin_reading (v, &txn);
  if (rc)
    return lmdb_explain (t, rc, "the store cannot be read");
  rc = each_in (v, txn, f, state);
  mdb_txn_abort (txn);
  return rc ? lmdb_explain (t, rc, "the store cannot be read") : ST_OK;
}

static void lmdb_count (vault *base, uint64_t *records, uint64_t *bytes) {
  lmdb *v = (lmdb *) base;
  MDB_stat st;
  *records = *bytes = 0;
  if (v->is_broken || mdb_env_stat (v->env, &st))
    return;
  *records = st.ms_entries ? st.ms_entries - 1 : 0; /* but the version */
  *bytes = lmdb_used_size (v);
}

/* Life cycle. */

static const char *lmdb_secret_file (const vault *base) {
  return ((const lmdb *) base)->secret;
}

static void lmdb_close (vault *base) {
  lmdb *v = (lmdb *) base;
  lmdb_stop (v);
  if (v->lock >= 0)
    close (v->lock);
  free (v->copy);
  free (v->secret);
  memory_free (v->mem, v, sizeof *v);
}

static status lmdb_open (const store_config *c, trouble *t, vault **out) {
  lmdb *v = memory_zalloc (c->mem, sizeof *v);
  v->base.class = &vault_lmdb;
  v->mem = c->mem;
  v->lock = -1;
  v->secret = lmdb_path (c->place, "secret");
  status st = lmdb_start (v, c, t);
  if (!st && c->mode == STORE_RW) {
    int dead;
    mdb_reader_check (v->env, &dead);
    st = lmdb_write (&v->base, 0, NULL, t); /* the version, once */
  }
  if (st) {
    lmdb_close (&v->base);
    return st;
  }
  *out = &v->base;
  return ST_OK;
}

const vault_class vault_lmdb = {
    .name = "lmdb",
    .open = lmdb_open,
    .close = lmdb_close,
    .find = lmdb_find,
    .list = lmdb_list,
    .find_listed = lmdb_find_listed,
    .write = lmdb_write,
    .each = lmdb_each,
    .count = lmdb_count,
    .gc = lmdb_gc,
    .secret_file = lmdb_secret_file,
};
