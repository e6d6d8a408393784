#include "suite/end_pack.h"
#include "suite/outcome_pack.h"
#include "suite/suite_priv.h"
#include "suite/type_pack.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#define BUFFER ((size_t) 1 << 18)
static_assert (sizeof SUITE_MAGIC - 1 == SUITE_MAGIC_SIZE, "with its version");

struct suite_writer {
  memory *mem;
  int fd;
  char_vec path;
  char_vec buffer;
  char_vec body;   /* of the record being made */
  map outcomes;    /* digests of those that are written */
  bool has_failed; /* a part of the buffer may be written: never again */
};

static status cannot_write (suite_writer *w, trouble *t) {
  return trouble_set (t, ST_NOWRITE, "cannot write '%s': %s", w->path.data,
                      strerror (errno));
}

static void put_u32 (char *at, uint32_t n) {
  for (int i = 0; i < 4; i++)
    at[i] = (char) (n >> 8 * i);
}

static void add_record (suite_writer *w) {
  char head[SUITE_HEAD];
  assert (w->body.len && w->body.len <= UINT32_MAX);
  put_u32 (head, (uint32_t) w->body.len);
  put_u32 (head + 4, (uint32_t) XXH3_64bits (w->body.data, w->body.len));
  text_add (w->mem, &w->buffer, head, sizeof head);
  text_add (w->mem, &w->buffer, w->body.data, w->body.len);
  vec_clear (&w->body);
}

status suite_flush (suite_writer *w, trouble *t) {
  assert (!w->body.len); /* readers see whole records alone */
  assert (w->fd >= 0);
  if (w->has_failed)
    return ST_NOWRITE;
  for (size_t done = 0; done < w->buffer.len;) {
    ssize_t n = write (w->fd, w->buffer.data + done, w->buffer.len - done);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0) {
      w->has_failed = true;
      return cannot_write (w, t);
    }
    done += (size_t) n;
  }
  vec_clear (&w->buffer);
  return ST_OK;
}

static void pack_facts (suite_writer *w, const suite_facts *f) {
  char absolute[PATH_MAX];
  const char *input = realpath (f->input, absolute) ? absolute : f->input;
  pack_text (w->mem, &w->body, input);
  pack_text (w->mem, &w->body, f->given);
  pack_text (w->mem, &w->body, f->directory);
  pack_text (w->mem, &w->body, f->entry);
  pack_text (w->mem, &w->body, f->cflags);
  pack_text (w->mem, &w->body, f->compile_commands);
  pack_number (w->mem, &w->body, f->buffer_size);
  pack_number (w->mem, &w->body, f->keep_branches);
  pack_text (w->mem, &w->body, f->options);
  pack_number (w->mem, &w->body, f->n_args);
  for (uint32_t i = 0; i < f->n_args; i++)
    pack_text (w->mem, &w->body, f->args[i]);
  types_pack (w->mem, &w->body, f->types);
}

static void make_parents (const char *dir) {
  char *copy = strdup (dir);
  for (char *at = copy; *at && (at = strchr (at + 1, '/'));) {
    *at = 0;
    mkdir (copy, 0777); /* what fails here, fails for 'dir' too */
    *at = '/';
  }
  free (copy);
}

static status suite_make_directory (const char *dir, trouble *t) {
  if (!mkdir (dir, 0777) || errno == EEXIST)
    return ST_OK;
  if (errno == ENOENT) {
    make_parents (dir);
    if (!mkdir (dir, 0777) || errno == EEXIST)
      return ST_OK;
  }
  return trouble_set (t, ST_NOWRITE, "cannot create the directory '%s': %s",
                      dir, strerror (errno));
}

/* There may be another file of this name, of somebody else. */
static bool is_foreign (const char *path) {
  char head[SUITE_MAGIC_SIZE];
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return errno != ENOENT && errno != ENOTDIR;
  ssize_t n = read (fd, head, sizeof head);
  close (fd);
  return n != 0 && (n != (ssize_t) sizeof head ||
                    memcmp (head, SUITE_MAGIC, SUITE_MAGIC_SIZE - 1));
}

/* The suite that is there becomes the one before. Renamed, not overwritten:
 * somebody may be reading it.
 */
static status suite_make_room (suite_writer *w, const char *dir, trouble *t) {
  if (is_foreign (w->path.data))
    return trouble_set (t, ST_NOWRITE,
                        "'%s' is not a suite of tests and is not overwritten: "
                        "give another directory with -o",
                        w->path.data);
  char_vec before = {0};
  text_printf (w->mem, &before, "%s/%s", dir, SUITE_BEFORE);
  if (!is_foreign (text_c (w->mem, &before)))
    rename (w->path.data, before.data); /* if there is one */
  vec_release (w->mem, &before);
  return ST_OK;
}

static void writer_free (suite_writer *w) {
  if (w->fd >= 0)
    close (w->fd);
  vec_release (w->mem, &w->path, &w->buffer, &w->body);
  map_release (&w->outcomes);
  memory_free (w->mem, w, sizeof *w);
}

/* Held as long as the file is open: readers see that it grows. */
static void claim (int fd) {
  struct flock all = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  fcntl (fd, F_OFD_SETLK, &all); /* without it, nobody is told */
}

bool suite_is_growing (const char *dir) {
  char path[PATH_MAX];
  struct flock all = {.l_type = F_RDLCK, .l_whence = SEEK_SET};
  snprintf (path, sizeof path, "%s/%s", dir, SUITE_FILE);
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  bool is_claimed =
      fd >= 0 && !fcntl (fd, F_OFD_GETLK, &all) && all.l_type != F_UNLCK;
  if (fd >= 0)
    close (fd);
  return is_claimed;
}

suite_writer *suite_create (memory *mem, const char *dir,
                            const suite_facts *facts, trouble *t) {
  if (suite_make_directory (dir, t))
    return NULL;
  suite_writer *w = memory_zalloc (mem, sizeof *w);
  w->mem = mem;
  map_init (&w->outcomes, mem);
  text_printf (mem, &w->path, "%s/%s", dir, SUITE_FILE);
  text_c (mem, &w->path);
  w->fd = -1;
  status st = suite_make_room (w, dir, t);
  if (!st)
    w->fd = open (w->path.data, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (w->fd < 0) {
    if (!st)
      cannot_write (w, t);
    writer_free (w);
    return NULL;
  }
  claim (w->fd);
  assert (!w->buffer.len && !w->body.len);
  text_add (mem, &w->buffer, SUITE_MAGIC, SUITE_MAGIC_SIZE);
  pack_facts (w, facts);
  add_record (w);
  return w;
}

/* Is it the first with this digest? */
static bool is_new_outcome (suite_writer *w, hash128 digest) {
  uint64_t *at = map_at (&w->outcomes, digest.lo | 1);
  bool is_new = *at != (digest.hi | 1);
  *at = digest.hi | 1;
  return is_new;
}

/* The record of an outcome, unless it is there; false: there is none. */
static bool add_outcome (suite_writer *w, const outcome *o, hash128 *digest) {
  static const char zero[1 + sizeof *digest];
  text_add (w->mem, &w->body, zero, sizeof zero);
  outcome_pack (w->mem, &w->body, o);
  if (w->body.len == sizeof zero) {
    vec_clear (&w->body);
    return false;
  }
  *digest = hash_bytes (w->body.data + sizeof zero, w->body.len - sizeof zero);
  memcpy (w->body.data + 1, digest, sizeof *digest);
  if (is_new_outcome (w, *digest))
    add_record (w);
  vec_clear (&w->body);
  return true;
}

static void pack_test (suite_writer *w, const testcase *t) {
  memory *mem = w->mem;
  char_vec *b = &w->body;
  hash128 digest;
  assert (!b->len); /* the record before is complete */
  bool has_outcome = add_outcome (w, &t->outcome, &digest);
  assert (t->end.kind != END_NONE); /* of a path that is over */
  pack_number (mem, b, t->number);
  pack_number (mem, b, t->is_repeated);
  end_pack (mem, b, &t->end);
  text_add (mem, b, (const char *) &t->path, sizeof t->path);
  pack_number (mem, b, t->n_inputs);
  for (uint32_t i = 0; i < t->n_inputs; i++) {
    pack_text (mem, b, t->input[i].name);
    pack_number (mem, b, t->input[i].what);
    pack_bytes (mem, b, t->input[i].bytes, t->input[i].size);
  }
  pack_number (mem, b, has_outcome);
  if (has_outcome)
    text_add (mem, b, (const char *) &digest, sizeof digest);
}

status suite_add (suite_writer *w, const testcase *test, trouble *t) {
  pack_test (w, test);
  add_record (w);
  return w->buffer.len < BUFFER ? ST_OK : suite_flush (w, t);
}

status suite_copy (suite_writer *w, const suite *from, uint32_t index,
                   trouble *t) {
  size_t n;
  hash128 digest;
  assert (!w->body.len); /* it is copied between two records */
  const uint8_t *bytes = suite_outcome (from, index, &digest, &n);
  if (bytes && is_new_outcome (w, digest))
    text_add (w->mem, &w->buffer, (const char *) bytes, n);
  bytes = suite_record (from, index, &n);
  text_add (w->mem, &w->buffer, (const char *) bytes, n);
  return w->buffer.len < BUFFER ? ST_OK : suite_flush (w, t);
}

status suite_close (suite_writer *w, trouble *t) {
  if (!w)
    return ST_OK;
  status st = suite_flush (w, t);
  if (!st && fsync (w->fd) && errno != EINVAL)
    st = cannot_write (w, t);
  writer_free (w);
  return st;
}

bool suite_restore (memory *mem, const char *dir) {
  char_vec now = {0}, before = {0};
  text_printf (mem, &now, "%s/%s", dir, SUITE_FILE);
  text_printf (mem, &before, "%s/%s", dir, SUITE_BEFORE);
  bool is_done = !rename (text_c (mem, &before), text_c (mem, &now));
  vec_release (mem, &now, &before);
  return is_done;
}

void suite_abandon (suite_writer *w) {
  if (w)
    writer_free (w);
}

/* Again. */

static bool replace_before (memory *mem, const char *dir,
                            const mapped_file *f) {
  trouble ignored = {0};
  char_vec before = {0};
  text_printf (mem, &before, "%s/%s", dir, SUITE_BEFORE);
  bool is_done = !is_foreign (text_c (mem, &before)) &&
                 !whole_file_write (before.data, f->bytes, f->size, &ignored);
  vec_release (mem, &before);
  return is_done;
}

uint64_t suite_repeat (memory *mem, const char *dir) {
  mapped_file f;
  uint64_t digest = 0;
  if (!suite_map (mem, dir, &f))
    return 0;
  if (replace_before (mem, dir, &f))
    digest = suite_digest_of (f.bytes, f.size);
  whole_file_unmap (&f);
  return digest;
}
