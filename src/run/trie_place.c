#include "run/trie_place.h"

#include "base/hash.h"
#include "reprise.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FOLDER "tries"

/* Options by which the same code is explored differently. Those that budget
 * the whole run are not among them, what they cut off stays open in the trie;
 * nor are those that end paths which go too far, by which the trie knows its
 * ends.
 */
static void add_options (context *c, char_vec *key) {
  const options *o = &c->options;
  const int64_t number[] = {
      (int64_t) o->buffer_size,    (int64_t) o->check_leaks,
      (int64_t) o->check_overflow, (int64_t) o->foreign,
      (int64_t) o->keep_branches,  (int64_t) o->libc,
      (int64_t) o->max_allocation};
  for (size_t i = 0; i < sizeof number / sizeof *number; i++)
    text_printf (&c->memory, key, "%" PRId64 "\n", number[i]);
}

static hash128 key_of (const subject *s) {
  context *c = s->context;
  char absolute[PATH_MAX];
  char_vec key = {0};
  const char *file =
      realpath (s->file.data, absolute) ? absolute : s->file.data;
  /* another machine may execute the same blocks differently */
  text_printf (&c->memory, &key, "%s\n%s\n%s\n%s\n", reprise_version (),
               reprise_git_id (), file, s->entry.data);
  for (size_t i = 0; i < s->arg.len; i++)
    text_printf (&c->memory, &key, "%zu %s\n", strlen (s->arg.data[i]),
                 s->arg.data[i]);
  add_options (c, &key);
  hash128 h = hash_bytes (key.data, key.len);
  vec_release (&c->memory, &key);
  return h;
}

bool trie_place_find (const subject *s, char_vec *out) {
  context *c = s->context;
  const char *store = c->options.store;
  if (!store || !strcmp (store, "none") || strstr (store, "://"))
    return false;
  hash128 h = key_of (s);
  text_printf (&c->memory, out, "%s/" FOLDER, store);
  text_c (&c->memory, out);
  if (c->options.store_mode == STORE_RW && mkdir (out->data, 0777) &&
      errno != EEXIST) {
    vec_clear (out);
    return false;
  }
  text_printf (&c->memory, out, "/%016" PRIx64 "%016" PRIx64 ".trie", h.hi,
               h.lo);
  text_c (&c->memory, out);
  return true;
}

status trie_place_of (context *c, const char *input, int argc,
                      char *const *argv, char_vec *out) {
  subject s;
  status st = subject_init (&s, c, input, argc, argv);
  if (!st)
    trie_place_find (&s, out);
  subject_release (&s);
  return st;
}

void trie_place_init (trie_place *p, const subject *s, bool is_deepening) {
  const options *o = &s->context->options;
  *p = (trie_place) {.mem = s->mem};
  p->is_kept = trie_place_find (s, &p->path);
  if (is_deepening && (!p->is_kept || o->store_mode != STORE_RW)) {
    p->is_kept = false;
    vec_clear (&p->path);
    text_printf (p->mem, &p->path, "%s/deepen.trie", o->out);
    unlink (text_c (p->mem, &p->path));
  }
  p->is_written =
      p->path.len && !o->range && (o->store_mode == STORE_RW || !p->is_kept);
}

void trie_place_release (trie_place *p) {
  if (p->path.len && !p->is_kept)
    unlink (p->path.data);
  vec_release (p->mem, &p->path);
}
