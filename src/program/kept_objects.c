#include "program/kept_objects.h"

#include "base/clock.h"
#include "base/hash.h"
#include "base/whole_file.h"
#include "store/seal.h"

#include <inttypes.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAGIC "RPOBJECT"
#define MAX_SIZE (UINT64_C (1) << 30)

typedef struct kept_head {
  char magic[8];
  uint8_t seal[SEAL_SIZE];
  uint64_t read, missing, beside, tools; /* bytes of lists */
  uint64_t n_digests;
} kept_head;
#define SEALED offsetof (kept_head, read)

static bool make_name (const program_config *config, const command *c,
                       char_vec *out) {
  char path[PATH_MAX];
  char_vec key = {0};
  struct stat info;
  memory *mem = config->mem;
  static const char *const names[] = {"CCC_OVERRIDE_OPTIONS", "CPATH",
                                      "C_INCLUDE_PATH"};
  for (size_t i = 0; i < c->word.len; i++)
    text_add (mem, &key, c->word.data[i], strlen (c->word.data[i]) + 1);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    const char *value = getenv (names[i]);
    text_printf (mem, &key, "%s\n", value ? value : "");
  }
  bool is_known = config->kept && !config->moved_to && !c->is_open &&
                  command_find (c->word.data[0], path) && !stat (path, &info);
  if (is_known)
    text_printf (mem, &key, "%s %lld %lld.%ld\n", path,
                 (long long) info.st_size, (long long) info.st_mtim.tv_sec,
                 info.st_mtim.tv_nsec);
  is_known = is_known && (c->directory || getcwd (path, sizeof path));
  text_puts (mem, &key, c->directory ? c->directory : path);
  hash128 h = hash_bytes (key.data, key.len);
  if (is_known)
    text_printf (mem, out, "%s%016" PRIx64 "%016" PRIx64 ".object",
                 config->kept, h.hi, h.lo);
  text_c (mem, out);
  vec_release (mem, &key);
  return is_known;
}

static bool is_older (const struct stat *s, uint64_t than) {
  return clock_is_settled (clock_of_stamp (s->st_mtim),
                           clock_of_stamp (s->st_ctim), than);
}

/* False: it is not there, is newer than this time, or says less than decides.
 */
static bool digest_file (const char *path, uint64_t than, hash128 *out) {
  mapped_file f;
  struct stat info;
  *out = (hash128) {0};
  if (stat (path, &info) || (than && !is_older (&info, than)))
    return false;
  if (!whole_file_map (path, &f))
    return !info.st_size;
  *out = hash_bytes (f.bytes, f.size);
  bool is_open = than && dependencies_is_open_text (f.bytes, f.size);
  whole_file_unmap (&f);
  return !is_open;
}

static bool is_same (const kept_head *h) {
  const char *at = (const char *) (h + 1) + h->n_digests * sizeof (hash128);
  const char *end = at + h->read, *path = at;
  for (uint64_t i = 0; i < h->n_digests; i++, path += strlen (path) + 1) {
    hash128 now, then;
    memcpy (&then, (const char *) (h + 1) + i * sizeof then, sizeof then);
    if (path >= end || !digest_file (path, 0, &now) || !hash128_eq (now, then))
      return false;
  }
  for (path = end; path < end + h->missing; path += strlen (path) + 1)
    if (!access (path, F_OK))
      return false;
  return true;
}

static bool is_own_object (const program_config *config, const char *path,
                           const mapped_file *f) {
  const kept_head *h = f->bytes;
  uint8_t tag[SEAL_SIZE];
  return f->size >= sizeof *h && f->size < MAX_SIZE &&
         !memcmp (h->magic, MAGIC, sizeof h->magic) &&
         file_seal (config->mem, path, (const char *) h + SEALED,
                    f->size - SEALED, tag) &&
         !memcmp (h->seal, tag, sizeof tag);
}

bool kept_find (const program_config *config, const command *c,
                char_vec *bitcode, dependencies *d) {
  char_vec path = {0};
  mapped_file f = {0};
  bool found = make_name (config, c, &path) && whole_file_map (path.data, &f) &&
               is_own_object (config, path.data, &f) && is_same (f.bytes);
  if (found) {
    const kept_head *h = f.bytes;
    const char *at = (const char *) (h + 1) + h->n_digests * sizeof (hash128);
    text_add (d->mem, &d->read, at, h->read);
    text_add (d->mem, &d->missing, at += h->read, h->missing);
    text_add (d->mem, &d->beside, at += h->missing, h->beside);
    text_add (d->mem, &d->tools, at += h->beside, h->tools);
    at += h->tools;
    text_add (config->mem, bitcode, at,
              f.size - (size_t) (at - (const char *) f.bytes));
  }
  if (f.bytes)
    whole_file_unmap (&f);
  vec_release (config->mem, &path);
  return found;
}

static bool put_digests (const dependencies *d, uint64_t started, kept_head *h,
                         char_vec *out) {
  EACH_TEXT (path, &d->read) {
    hash128 digest;
    if (!digest_file (path, started, &digest))
      return false;
    text_add (d->mem, out, (const char *) &digest, sizeof digest);
    h->n_digests++;
  }
  return h->n_digests;
}

void kept_add (const program_config *config, const command *c, uint64_t started,
               const char_vec *bitcode, const dependencies *d) {
  memory *mem = config->mem;
  char_vec path = {0}, out = {0};
  trouble ignored = {0};
  kept_head h = {.magic = MAGIC,
                 .read = d->read.len,
                 .missing = d->missing.len,
                 .beside = d->beside.len,
                 .tools = d->tools.len};
  text_add (mem, &out, (const char *) &h, sizeof h);
  if (!d->is_open && make_name (config, c, &path) &&
      put_digests (d, started, &h, &out)) {
    const char_vec *const parts[] = {&d->read, &d->missing, &d->beside,
                                     &d->tools, bitcode};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
      text_add (mem, &out, parts[i]->data, parts[i]->len);
    memcpy (out.data, &h, sizeof h);
    if (file_seal (mem, path.data, out.data + SEALED, out.len - SEALED,
                   h.seal)) {
      memcpy (out.data, &h, sizeof h);
      whole_file_write (path.data, out.data, out.len, &ignored);
    }
  }
  vec_release (mem, &path, &out);
}
