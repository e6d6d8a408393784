/* A fact is a path with what was seen of the file; checking it costs one stat
 * while the stamp is the same. The one difficulty is time:
 *
 *     --|----------|----------|--->   ticks of the file system's clock
 *          write A  look  write B
 *
 * A and B have the same stamp, so the look in between proves nothing later.
 * Hence 'is_older': a stamp counts only if a whole tick lay between the last
 * change and the moment before which the file must have been as it is. Of what
 * is read for a result that is its start (a change during the run shows), of
 * the result itself it is now. A result whose stamp does not count has
 * 'changed' 0, as no file has: its digest is compared until the stamp is old
 * enough to be renewed.
 */

#include "run/manifest.h"

#include "base/clock.h"
#include "program/comments.h"
#include "program/dependencies.h"
#include "program/folder.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

typedef enum fact_kind {
  FACT_CONTENT,
  FACT_SOURCE,
  FACT_STAMP,
  FACT_ABSENCE,
  FACT_FOLDER
} fact_kind;

typedef struct file_stamp {
  uint64_t size, modified, changed, inode, device;
} file_stamp;

typedef struct file_fact {
  uint32_t kind;
  uint32_t path;    /* in 'paths' */
  file_stamp stamp; /* 'changed' is 0: not to be relied on */
  hash128 digest;
} file_fact;

struct manifest {
  memory *mem;
  uint64_t started;
  char_vec paths;
  VEC (file_fact) facts;
};

manifest *manifest_new (memory *mem) {
  manifest *m = memory_zalloc (mem, sizeof *m);
  m->mem = mem;
  return m;
}

void manifest_free (manifest *m) {
  if (!m)
    return;
  vec_release (m->mem, &m->paths, &m->facts);
  memory_free (m->mem, m, sizeof *m);
}

void manifest_start (manifest *m) { m->started = clock_of_files (); }

static const char *manifest_path_of (const manifest *m, const file_fact *f) {
  assert (f->path < m->paths.len);
  return m->paths.data + f->path;
}

/* Files. */

static bool take_stamp (const struct stat *s, file_stamp *out) {
  *out = (file_stamp) {.size = (uint64_t) s->st_size,
                       .modified = clock_of_stamp (s->st_mtim),
                       .changed = clock_of_stamp (s->st_ctim),
                       .inode = s->st_ino,
                       .device = s->st_dev};
  return S_ISREG (s->st_mode);
}

static bool is_same_stamp (const file_stamp *a, const file_stamp *b) {
  return a->size == b->size && a->modified == b->modified &&
         a->changed == b->changed && a->inode == b->inode &&
         a->device == b->device;
}

static bool is_older (const file_stamp *s, uint64_t than) {
  return clock_is_settled (s->modified, s->changed, than);
}

static bool manifest_read_all (memory *mem, int fd, size_t size,
                               char_vec *bytes) {
  vec_reserve (mem, bytes, size + 1);
  while (bytes->len <= size) {
    ssize_t n = read (fd, bytes->data + bytes->len, size + 1 - bytes->len);
    if (n <= 0)
      return !n && bytes->len == size;
    bytes->len += (size_t) n;
  }
  return false;
}

/* False: it says less than what decides. */
static bool digest_source (memory *mem, const char_vec *bytes, hash128 *out) {
  char_vec text = {0};
  bool is_plain = comments_strip (mem, bytes->data, bytes->len, &text);
  *out = is_plain ? hash_bytes (text.data, text.len)
                  : hash_bytes (bytes->data, bytes->len);
  vec_release (mem, &text);
  return !dependencies_is_open_text (bytes->data, bytes->len);
}

/* The stamp is taken first: what changes while it is read has another. */
static bool manifest_read_file (const manifest *m, const file_fact *f,
                                file_stamp *s, hash128 *digest) {
  struct stat info;
  char_vec bytes = {0};
  assert (f->kind <= FACT_SOURCE); /* the others have no digest */
  int fd = open (manifest_path_of (m, f), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0)
    return false;
  bool is_good = !fstat (fd, &info) && take_stamp (&info, s) &&
                 manifest_read_all (m->mem, fd, s->size, &bytes);
  close (fd);
  if (is_good && f->kind == FACT_SOURCE)
    is_good = digest_source (m->mem, &bytes, digest);
  else if (is_good)
    *digest = hash_bytes (bytes.data, bytes.len);
  vec_release (m->mem, &bytes);
  return is_good;
}

/* Facts. */

static file_fact *manifest_add (manifest *m, fact_kind kind, const char *path) {
  assert (m->paths.len < UINT32_MAX);
  file_fact f = {.kind = kind, .path = (uint32_t) m->paths.len};
  text_add (m->mem, &m->paths, path, strlen (path) + 1);
  vec_push (m->mem, &m->facts, f);
  return &vec_last (&m->facts);
}

static bool add_read (manifest *m, fact_kind kind, const char *path) {
  assert (m->started);
  file_fact *f = manifest_add (m, kind, path);
  return manifest_read_file (m, f, &f->stamp, &f->digest) &&
         is_older (&f->stamp, m->started);
}

bool manifest_add_source (manifest *m, const char *path) {
  return add_read (m, FACT_SOURCE, path);
}

bool manifest_add_input (manifest *m, const char *path) {
  return add_read (m, FACT_CONTENT, path);
}

bool manifest_add_result (manifest *m, const char *path) {
  file_fact *f = manifest_add (m, FACT_CONTENT, path);
  uint64_t before = clock_of_files ();
  if (!manifest_read_file (m, f, &f->stamp, &f->digest))
    return false;
  if (!is_older (&f->stamp, before))
    f->stamp.changed = 0;
  return true;
}

bool manifest_add_made (manifest *m, const char *path) {
  struct stat info;
  file_fact *f = manifest_add (m, FACT_STAMP, path);
  return !stat (path, &info) && take_stamp (&info, &f->stamp);
}

bool manifest_add_stamp (manifest *m, const char *path) {
  assert (m->started);
  return manifest_add_made (m, path) &&
         is_older (&vec_last (&m->facts).stamp, m->started);
}

bool manifest_is_old (const manifest *m, const char *path) {
  struct stat info;
  file_stamp s;
  assert (m->started);
  if (stat (path, &info))
    return false;
  take_stamp (&info, &s);
  return is_older (&s, m->started);
}

static hash128 digest_folder (const manifest *m, const char *path) {
  char_vec files = {0};
  folder_list (m->mem, path, &files);
  hash128 h = {0};
  EACH_TEXT (at, &files)
  h = hash128_mix (
      h, hash_bytes (at + strlen (path), strlen (at + strlen (path))));
  vec_release (m->mem, &files);
  return h;
}

bool manifest_add_folder (manifest *m, const char *path) {
  file_fact *f = manifest_add (m, FACT_FOLDER, path);
  f->digest = digest_folder (m, path);
  return true;
}

void manifest_add_absence (manifest *m, const char *path) {
  manifest_add (m, FACT_ABSENCE, path);
}

/* Checking. */

static bool has_content (const manifest *m, file_fact *f, bool *is_renewed) {
  file_stamp s;
  hash128 digest;
  uint64_t before = clock_of_files ();
  if (!manifest_read_file (m, f, &s, &digest) ||
      !hash128_eq (digest, f->digest))
    return false;
  if (is_older (&s, before)) {
    f->stamp = s;
    *is_renewed = true;
  }
  return true;
}

static bool is_true (const manifest *m, file_fact *f, bool *is_renewed) {
  struct stat info;
  file_stamp s;
  assert (f->kind <= FACT_FOLDER); /* manifest_unpack refused others */
  if (f->kind == FACT_FOLDER)
    return hash128_eq (f->digest, digest_folder (m, manifest_path_of (m, f)));
  bool exists = !stat (manifest_path_of (m, f), &info);
  if (f->kind == FACT_ABSENCE || !exists)
    return f->kind == FACT_ABSENCE && !exists;
  if (!take_stamp (&info, &s))
    return false;
  if (is_same_stamp (&s, &f->stamp))
    return true;
  if (f->kind == FACT_CONTENT && s.size != f->stamp.size)
    return false;
  return f->kind != FACT_STAMP && has_content (m, f, is_renewed);
}

size_t manifest_count (const manifest *m) { return m->facts.len; }

bool manifest_holds (manifest *m, bool *is_renewed) {
  for (size_t i = 0; i < m->facts.len; i++)
    if (!is_true (m, m->facts.data + i, is_renewed))
      return false;
  return true;
}

void manifest_move (manifest *m, const char *from, const char *to) {
  size_t n = strlen (from);
  char_vec paths = {0};
  for (size_t i = 0; i < m->facts.len; i++) {
    const char *path = manifest_path_of (m, m->facts.data + i);
    bool is_below = !strncmp (path, from, n) && (path[n] == '/' || !path[n]);
    m->facts.data[i].path = (uint32_t) paths.len;
    text_printf (m->mem, &paths, "%s%s", is_below ? to : "",
                 is_below ? path + n : path);
    text_add (m->mem, &paths, "", 1);
  }
  vec_release (m->mem, &m->paths);
  m->paths = paths;
}

/* In a file. */

void manifest_pack (const manifest *m, char_vec *out) {
  pack_number (m->mem, out, m->facts.len);
  for (size_t i = 0; i < m->facts.len; i++) {
    const file_fact *f = m->facts.data + i;
    assert (f->kind <= FACT_FOLDER);
    pack_number (m->mem, out, f->kind);
    pack_text (m->mem, out, manifest_path_of (m, f));
    if (f->kind != FACT_ABSENCE)
      text_add (m->mem, out, (const char *) &f->stamp, sizeof f->stamp);
    if (f->kind <= FACT_SOURCE || f->kind == FACT_FOLDER)
      text_add (m->mem, out, (const char *) &f->digest, sizeof f->digest);
  }
}

bool manifest_unpack (manifest *m, unpacker *u) {
  for (uint64_t n = unpack_number (u); n && !u->is_bad; n--) {
    uint64_t kind = unpack_number (u);
    file_fact *f = manifest_add (m, (fact_kind) kind, unpack_text (u));
    if (kind != FACT_ABSENCE)
      unpack_raw (u, &f->stamp, sizeof f->stamp);
    if (kind <= FACT_SOURCE || kind == FACT_FOLDER)
      unpack_raw (u, &f->digest, sizeof f->digest);
    u->is_bad |= kind > FACT_FOLDER;
  }
  return !u->is_bad;
}
