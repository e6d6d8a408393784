/* Opening a store: its directory, its lock, LMDB's environment; what to do
 * with a damaged one.
 */

#include "store/lmdb_check.h"
#include "store/lmdb_priv.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define FIRST_MAP ((size_t) 64 << 20)
#define MAX_READERS 510
#define LOCK_SIZE (64 * (MAX_READERS + 2)) /* as LMDB makes it */

char *lmdb_path (const char *directory, const char *name) {
  char *path;
  if (asprintf (&path, "%s/%s", directory, name) < 0)
    abort ();
  return path;
}

/* It is nothing to commit; if this fails, nothing is lost. */
static status ignore_in_git (const char *directory) {
  char *path = lmdb_path (directory, ".gitignore");
  FILE *f = fopen (path, "wx");
  if (f) {
    fputs ("*\n", f);
    fclose (f);
  }
  free (path);
  return ST_OK;
}

static status opening_make_directory (const char *path, trouble *t) {
  if (!mkdir (path, 0777))
    return ignore_in_git (path);
  if (errno == ENOENT) { /* its parents first */
    char *copy = strdup (path);
    for (char *at = copy + 1; (at = strchr (at, '/')); *at++ = '/') {
      *at = 0;
      mkdir (copy, 0777);
    }
    free (copy);
    if (!mkdir (path, 0777))
      return ignore_in_git (path);
  }
  if (errno == EEXIST)
    return ST_OK;
  return trouble_set (t, ST_NOWRITE,
                      "cannot create the directory '%s' of the store: %s", path,
                      strerror (errno));
}

/* LMDB calls this before it would end the process. */
static void on_assert (MDB_env *env, const char *text) {
  lmdb *v = mdb_env_get_userctx (env);
  (void) text;
  v->is_broken = true;
  longjmp (v->escape, 1);
}

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
  return trouble_set (t, lmdb_status (rc), "cannot open the store '%s': %s",
                      place, mdb_strerror (rc));
}

static status check_version (lmdb *v, const char *place, trouble *t) {
  MDB_val key = {strlen (LMDB_VERSION_KEY), (void *) LMDB_VERSION_KEY}, data;
  uint32_t version = 0;
  int rc = mdb_get (v->reader, v->dbi, &key, &data);
  if (rc == MDB_NOTFOUND) {
    MDB_stat st;
    mdb_stat (v->reader, v->dbi, &st);
    return st.ms_entries
               ? trouble_set (t, ST_BADINPUT,
                              "'%s' is an LMDB database but not a proof store",
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

void lmdb_stop (lmdb *v) {
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
  char *path = lmdb_path (place, "lock.mdb");
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
  char *path = lmdb_path (place, "data.mdb");
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
    lmdb_stop (v);
  return st;
}

/* Others who have it open keep what they have. */
static status put_aside (const char *place, trouble *t) {
  static const char *const name[] = {"data.mdb", "lock.mdb"};
  for (int i = 0; i < 2; i++) {
    char *from = lmdb_path (place, name[i]), *to;
    if (asprintf (&to, "%s.damaged", from) < 0)
      abort ();
    bool failed = rename (from, to) && errno != ENOENT;
    free (from);
    free (to);
    if (failed)
      return trouble_set (t, ST_NOWRITE,
                          "the store '%s' is damaged and cannot be moved aside",
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

static status open_lock (lmdb *v, const char *place, trouble *t) {
  char *path = lmdb_path (place, "writer");
  v->lock = open (path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  status st = v->lock >= 0
                  ? ST_OK
                  : trouble_set (t, ST_NOWRITE, "cannot write '%s': %s", path,
                                 strerror (errno));
  free (path);
  return st;
}

status lmdb_start (lmdb *v, const store_config *c, trouble *t) {
  bool is_writable = c->mode == STORE_RW;
  status st = is_writable ? opening_make_directory (c->place, t) : ST_OK;
  if (!st && is_writable)
    st = open_lock (v, c->place, t);
  return st ? st : open_or_restart (v, c, is_writable, t);
}
