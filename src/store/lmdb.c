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
#include "store/lmdb_check.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define FIRST_MAP ((size_t) 64 << 20)
#define MAX_READERS 510
#define LOCK_SIZE (64 * (MAX_READERS + 2)) /* as LMDB makes it */
#define LOCK_WAIT (10 * CLOCK_SECOND)

static const char version_key[] = "reprise";

/* Errors. */

static status status_of (int rc) {
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
  return trouble_set (t, status_of (rc), "%s: %s%s", what, mdb_strerror (rc),
                      rc == EIO ? ", the disk may be full" : "");
}

/* LMDB calls this before it would end the process. */
static void on_assert (MDB_env *env, const char *text) {
  lmdb *v = mdb_env_get_userctx (env);
  (void) text;
  v->is_broken = true;
  longjmp (v->escape, 1);
}

status lmdb_broken (trouble *t) {
  return trouble_set (t, ST_CORRUPT,
                      "the store is damaged inside and not used any more");
}

/* Paths. */

static char *path_in (const char *directory, const char *name) {
  char *path;
  if (asprintf (&path, "%s/%s", directory, name) < 0)
    abort ();
  return path;
}

static status make_directory (const char *path, trouble *t) {
  if (!mkdir (path, 0777))
    return ST_OK;
  if (errno == ENOENT) { /* its parents first */
    char *copy = strdup (path);
    for (char *at = copy + 1; (at = strchr (at, '/')); *at++ = '/') {
      *at = 0;
      mkdir (copy, 0777);
    }
    free (copy);
    if (!mkdir (path, 0777))
      return ST_OK;
  }
  if (errno == EEXIST)
    return ST_OK;
  return trouble_set (t, ST_NOWRITE,
                      "cannot make the directory '%s' of the store: %s", path,
                      strerror (errno));
}

/* Opening. */

static status new_env (lmdb *v, size_t file_size, trouble *t) {
  size_t map = FIRST_MAP;
  while (map < 2 * file_size)
    map *= 2;
  int rc = mdb_env_create (&v->env);
  if (rc)
    return lmdb_explain (t, rc, "LMDB cannot start");
  mdb_env_set_userctx (v->env, v);
  mdb_env_set_assert (v->env, on_assert);
  mdb_env_set_maxreaders (v->env, MAX_READERS);
  mdb_env_set_mapsize (v->env, map);
  return ST_OK;
}

static bool cannot_lock (int rc) {
  return rc == EACCES || rc == EPERM || rc == EROFS;
}

/* Where the table of readers cannot be written we read without it. */
static status open_env (lmdb *v, const char *place, bool is_writable,
                        size_t file_size, trouble *t) {
  unsigned flags = MDB_NOTLS | (is_writable ? 0 : MDB_RDONLY);
  status st = new_env (v, file_size, t);
  if (st)
    return st;
  int rc = mdb_env_open (v->env, place, flags, 0666);
  if (cannot_lock (rc) && !is_writable) {
    mdb_env_close (v->env);
    v->env = NULL;
    if ((st = new_env (v, file_size, t)))
      return st;
    rc = mdb_env_open (v->env, place, flags | MDB_NOLOCK, 0666);
  }
  if (!rc)
    return ST_OK;
  mdb_env_close (v->env);
  v->env = NULL;
  return trouble_set (t, status_of (rc), "cannot open the store '%s': %s",
                      place, mdb_strerror (rc));
}

static status check_version (lmdb *v, const char *place, trouble *t) {
  MDB_val key = {sizeof version_key - 1, (void *) version_key}, data;
  uint32_t version = 0;
  int rc = mdb_get (v->reader, v->dbi, &key, &data);
  if (rc == MDB_NOTFOUND) {
    MDB_stat st;
    mdb_stat (v->reader, v->dbi, &st);
    return st.ms_entries
               ? trouble_set (t, ST_BADINPUT,
                              "'%s' is an LMDB database but no proof store",
                              place)
               : ST_OK;
  }
  if (rc)
    return lmdb_explain (t, rc, "the store cannot be read");
  if (data.mv_size == sizeof version)
    memcpy (&version, data.mv_data, sizeof version);
  if (!version)
    return trouble_set (t, ST_CORRUPT, "its version is damaged");
  if (version > RECORD_VERSION)
    return trouble_set (t, ST_VERSION,
                        "the store '%s' has format %u, this program knows %u: "
                        "use a newer reprise, or another --store",
                        place, version, RECORD_VERSION);
  return ST_OK;
}

static status start_reading (lmdb *v, const char *place, trouble *t) {
  int fd, rc = mdb_txn_begin (v->env, NULL, MDB_RDONLY, &v->reader);
  if (rc)
    return lmdb_explain (t, rc, "the store cannot be read");
  mdb_env_get_fd (v->env, &fd);
  status st = lmdb_check_pages (fd, mdb_txn_id (v->reader), t);
  if (st)
    return st;
  rc = mdb_dbi_open (v->reader, NULL, 0, &v->dbi);
  if (rc)
    return lmdb_explain (t, rc, "the store cannot be read");
  st = check_version (v, place, t);
  mdb_txn_reset (v->reader);
  return st;
}

static void stop (lmdb *v) {
  if (v->reader)
    mdb_txn_abort (v->reader);
  if (v->env && !v->is_broken)
    mdb_env_close (v->env);
  v->reader = NULL;
  v->env = NULL;
}

/* The table of readers is written through memory, where a full disk would end
 * the process: have its blocks before. What cannot be opened or has no such
 * thing is LMDB's to find out.
 */
static status need_lock_file (const char *place, trouble *t) {
  char *path = path_in (place, "lock.mdb");
  int fd = open (path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  struct stat info;
  bool is_new = fd >= 0 && !fstat (fd, &info) &&
                info.st_blocks * 512 < (blkcnt_t) LOCK_SIZE;
  bool is_full = is_new && fallocate (fd, 0, 0, LOCK_SIZE) &&
                 (errno == ENOSPC || errno == EDQUOT || errno == EFBIG);
  status st =
      is_full ? trouble_set (t, ST_NOWRITE, "cannot open the store '%s': %s",
                             place, strerror (errno))
              : ST_OK;
  if (fd >= 0)
    close (fd);
  free (path);
  return st;
}

/* Everything that can find damage. */
static status try_open (lmdb *v, const char *place, bool is_writable,
                        trouble *t) {
  char *path = path_in (place, "data.mdb");
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  struct stat info = {0};
  status st = ST_OK;
  if (fd >= 0) {
    fstat (fd, &info);
    st = lmdb_check_head (fd, t);
    close (fd);
  } else if (errno != ENOENT)
    st = trouble_set (t, ST_NOFILE, "cannot open '%s': %s", path,
                      strerror (errno));
  free (path);
  if (!st && (is_writable || info.st_size))
    st = need_lock_file (place, t);
  if (!st)
    st = open_env (v, place, is_writable, (size_t) info.st_size, t);
  if (!st)
    st = start_reading (v, place, t);
  if (st)
    stop (v);
  return st;
}

/* Others who have it open keep what they have. */
static status put_aside (const char *place, trouble *t) {
  static const char *const name[] = {"data.mdb", "lock.mdb"};
  for (int i = 0; i < 2; i++) {
    char *from = path_in (place, name[i]), *to;
    if (asprintf (&to, "%s.damaged", from) < 0)
      abort ();
    bool failed = rename (from, to) && errno != ENOENT;
    free (from);
    free (to);
    if (failed)
      return trouble_set (t, ST_NOWRITE,
                          "the store '%s' is damaged and cannot be put aside",
                          place);
  }
  return ST_OK;
}

static status open_or_restart (lmdb *v, const store_config *c, bool is_writable,
                               trouble *t) {
  trouble damage = {0};
  status st = try_open (v, c->place, is_writable, &damage);
  if (st == ST_CORRUPT && is_writable) {
    log_warning (c->log,
                 "the store '%s' is damaged: %s; it is kept as "
                 "data.mdb.damaged, and a new one is started",
                 c->place, trouble_text (&damage));
    st = put_aside (c->place, t);
    return st ? st : try_open (v, c->place, is_writable, t);
  }
  if (st == ST_CORRUPT || st == ST_BADINPUT)
    return trouble_set (t, st, "the store '%s' cannot be used: %s", c->place,
                        trouble_text (&damage));
  return st ? trouble_set (t, st, "%s", trouble_text (&damage)) : ST_OK;
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

static int begin (lmdb *v) {
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
  MDB_txn *txn = v->writer;
  v->writer = NULL;
  return mdb_txn_commit (txn);
}

static void give_up (lmdb *v) {
  if (v->writer)
    mdb_txn_abort (v->writer);
  v->writer = NULL;
}

static int grow (lmdb *v) {
  MDB_envinfo info;
  mdb_env_info (v->env, &info);
  return mdb_env_set_mapsize (v->env, 2 * info.me_mapsize);
}

static int add_uses (lmdb *v, MDB_val *key, uint32_t uses) {
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

static int apply (lmdb *v, const change *c) {
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
  int rc = mdb_put (v->writer, v->dbi,
                    &(MDB_val) {sizeof version_key - 1, (void *) version_key},
                    &(MDB_val) {sizeof version, &version}, MDB_NOOVERWRITE);
  return rc == MDB_KEYEXIST ? 0 : rc;
}

typedef struct batch {
  size_t n;
  const change *change;
} batch;

static int write_all (lmdb *v, const void *state) {
  const batch *b = state;
  int rc = write_version (v);
  for (size_t i = 0; i < b->n && !rc; i++)
    rc = apply (v, b->change + i);
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
    give_up (v);
}

static int transact (lmdb *v, lmdb_body *body, const void *state) {
  int rc = begin (v);
  if (rc)
    return rc;
  rc = body (v, state);
  if (!rc)
    return commit (v);
  give_up (v);
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
    while ((rc = transact (v, body, state)) == MDB_MAP_FULL && !grow (v))
      ;
  unlock_writer (v);
  if (v->is_broken)
    return lmdb_broken (t);
  return rc ? lmdb_explain (t, rc, "the store cannot be written") : ST_OK;
}

static status lmdb_write (vault *base, size_t n, const change *c, trouble *t) {
  return lmdb_transact ((lmdb *) base, write_all, &(batch) {n, c}, t);
}

/* Reading. */

int lmdb_renew (lmdb *v) {
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
                       record *out) {
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
    *out = (record) {*k, data.mv_size, v->copy};
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
    record r = {.size = data.mv_size, .data = v->copy};
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
  stop (v);
  if (v->lock >= 0)
    close (v->lock);
  free (v->copy);
  free (v->secret);
  memory_free (v->mem, v, sizeof *v);
}

static status open_lock (lmdb *v, const char *place, trouble *t) {
  char *path = path_in (place, "writer");
  v->lock = open (path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  status st = v->lock >= 0
                  ? ST_OK
                  : trouble_set (t, ST_NOWRITE, "cannot write '%s': %s", path,
                                 strerror (errno));
  free (path);
  return st;
}

static status lmdb_open (const store_config *c, trouble *t, vault **out) {
  bool is_writable = c->mode == STORE_RW;
  lmdb *v = memory_zalloc (c->mem, sizeof *v);
  v->base.class = &vault_lmdb;
  v->mem = c->mem;
  v->lock = -1;
  v->secret = path_in (c->place, "secret");
  status st = is_writable ? make_directory (c->place, t) : ST_OK;
  if (!st && is_writable)
    st = open_lock (v, c->place, t);
  if (!st)
    st = open_or_restart (v, c, is_writable, t);
  if (!st && is_writable) {
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
