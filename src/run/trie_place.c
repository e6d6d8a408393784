/* STORE/tries/KEY.trie, where KEY is a hash of everything that makes the same
 * block behave differently: this build, file, function, arguments,
 * environment, and options with EFFECT_SHAPE. Whatever else changes, as the
 * code of the program or a limit, is recognised inside the trie, node by node,
 * and must not be in the key, or nothing would be reused after an edit.
 *
 * What holds: a trie that is not kept (--deepen without a store to write to)
 * lies beside the tests and is removed at both ends, so nobody goes on from it.
 */

#include "run/trie_place.h"

#include "base/build_identity.h"
#include "base/hash.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FOLDER "tries"

/* Not part of it are options that budget the whole run, since what they cut off
 * stays open in the trie, and those that end paths which go too far, by which
 * the trie knows its ends.
 */
static bool trie_place_key_of (const subject *s, hash128 *out) {
  context *c = s->context;
  char absolute[PATH_MAX];
  char_vec key = {0};
  const char *file =
      realpath (s->file.data, absolute) ? absolute : s->file.data;
  /* another machine may execute the same blocks differently */
  assert (s->arg.len); /* the file's name at least */
  bool is_known = build_identity (&c->memory, &key);
  text_printf (&c->memory, &key, "\n%s\n%s\n", file, s->entry.data);
  for (size_t i = 0; i < s->arg.len; i++)
    text_printf (&c->memory, &key, "%zu %s\n", strlen (s->arg.data[i]),
                 s->arg.data[i]);
  for (const char *const *v = s->envp; v && *v; v++)
    text_printf (&c->memory, &key, "%zu %s\n", strlen (*v), *v);
  options_list (&c->options, &c->memory, EFFECT_SHAPE, &key);
  *out = hash_bytes (key.data, key.len);
  vec_release (&c->memory, &key);
  return is_known;
}

bool trie_place_find (const subject *s, char_vec *out) {
  context *c = s->context;
  const char *store = c->options.store;
  hash128 h;
  assert (!out->len);
  if (!store || !strcmp (store, "none") || strstr (store, "://") ||
      !trie_place_key_of (s, &h))
    return false;
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
  assert (!p->is_kept || p->path.len);
  assert (!is_deepening || p->is_written || o->range);
}

void trie_place_release (trie_place *p) {
  if (p->path.len && !p->is_kept)
    unlink (p->path.data);
  vec_release (p->mem, &p->path);
}
