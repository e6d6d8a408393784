/* STORE/tries/BUILD-KEY.trie. BUILD is a hash of this build, KEY one of
 * everything else that makes the same block behave differently: file, function,
 * arguments, environment, and options with EFFECT_SHAPE. Whatever else changes,
 * as the code of the program or a limit, is recognised inside the trie, node by
 * node, and must not be in the key, or nothing would be reused after an edit.
 */

#include "run/trie_place.h"

#include "base/build_identity.h"
#include "explore/test_rule.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define FOLDER "tries"
#define BUILD_SIZE 17  /* with the hyphen */
#define OTHERS_LIVE 14 /* days: somebody may go back to a build */

static bool build_prefix (memory *mem, const char *other,
                          char out[BUILD_SIZE + 1]) {
  char_vec build = {0};
  bool is_known = other || build_identity (mem, &build);
  if (other)
    text_puts (mem, &build, other);
  snprintf (out, BUILD_SIZE + 1, "%016" PRIx64 "-",
            hash_bytes (build.data, build.len).lo);
  vec_release (mem, &build);
  return is_known;
}

static bool is_older (int folder, const char *name, time_t than) {
  struct stat info;
  return !fstatat (folder, name, &info, AT_SYMLINK_NOFOLLOW) &&
         S_ISREG (info.st_mode) && info.st_mtime <= than;
}

uint64_t trie_place_sweep (memory *mem, const char *store, const char *build,
                           unsigned days) {
  char prefix[BUILD_SIZE + 1], path[PATH_MAX];
  const struct dirent *e;
  uint64_t n = 0;
  time_t limit = time (NULL) - (time_t) days * 24 * 60 * 60;
  snprintf (path, sizeof path, "%s/" FOLDER, store);
  DIR *d = build_prefix (mem, build, prefix) ? opendir (path) : NULL;
  while (d && (e = readdir (d)))
    if (strncmp (e->d_name, prefix, BUILD_SIZE) &&
        is_older (dirfd (d), e->d_name, limit))
      n += !unlinkat (dirfd (d), e->d_name, 0);
  if (d)
    closedir (d);
  return n;
}

/* The file as the directory of the store knows it, if it is below that: a
 * checkout with its store may be moved or copied. Else by its whole path.
 */
static const char *name_of (const char *store, const char *file,
                            char absolute[PATH_MAX]) {
  char folder[PATH_MAX], root[PATH_MAX];
  if (!realpath (file, absolute))
    return file;
  const char *last = store ? strrchr (store, '/') : NULL;
  int n = last ? (int) (last - store) : 0;
  snprintf (folder, sizeof folder, "%.*s", n ? n : 1, n ? store : ".");
  size_t len =
      store && last != store && realpath (folder, root) ? strlen (root) : 0;
  bool is_below =
      len > 1 && !strncmp (absolute, root, len) && absolute[len] == '/';
  return is_below ? absolute + len + 1 : absolute;
}

/* Not part of it are options that budget the whole run, since what they cut off
 * stays open in the trie, and those that end paths which go too far, by which
 * the trie knows its ends.
 */
static hash128 trie_place_key_of (const subject *s) {
  context *c = s->context;
  char absolute[PATH_MAX];
  char_vec key = {0};
  const char *file = name_of (c->options.store, s->file.data, absolute);
  assert (s->arg.len); /* the file's name at least */
  text_printf (&c->memory, &key, "%s\n%s\n", file, s->entry.data);
  for (size_t i = 0; i < s->arg.len; i++)
    text_printf (&c->memory, &key, "%zu %s\n", strlen (s->arg.data[i]),
                 s->arg.data[i]);
  for (const char *const *v = s->envp; v && *v; v++)
    text_printf (&c->memory, &key, "%zu %s\n", strlen (*v), *v);
  options_list (&c->options, &c->memory, EFFECT_SHAPE, &key);
  hash128 h = hash_bytes (key.data, key.len);
  vec_release (&c->memory, &key);
  return h;
}

bool trie_place_begin (context *c, const char *build, char_vec *out) {
  const char *store = c->options.store;
  char prefix[BUILD_SIZE + 1]; /* another may execute a block differently */
  assert (!out->len);
  if (!store || !strcmp (store, "none") || strstr (store, "://") ||
      !build_prefix (&c->memory, build, prefix))
    return false;
  text_printf (&c->memory, out, "%s/" FOLDER, store);
  text_c (&c->memory, out);
  if (c->options.store_mode == STORE_RW && mkdir (out->data, 0777) &&
      errno != EEXIST) {
    vec_clear (out);
    return false;
  }
  text_printf (&c->memory, out, "/%s", prefix);
  text_c (&c->memory, out);
  return true;
}

bool trie_place_name (context *c, const char *build, hash128 key,
                      const char *suffix, char_vec *out) {
  if (!trie_place_begin (c, build, out))
    return false;
  text_printf (&c->memory, out, "%016" PRIx64 "%016" PRIx64 ".%s", key.hi,
               key.lo, suffix);
  text_c (&c->memory, out);
  return true;
}

bool trie_place_find (const subject *s, const char *build, char_vec *out) {
  return trie_place_name (s->context, build, trie_place_key_of (s), "trie",
                          out);
}

void trie_place_init (trie_place *p, const subject *s) {
  const options *o = &s->context->options;
  const test_rule *rule = test_rule_of (s->context);
  *p = (trie_place) {.mem = s->mem};
  p->is_kept = trie_place_find (s, rule && rule->build ? rule->build () : NULL,
                                &p->path);
  if (p->is_kept && o->store_mode == STORE_RW && access (p->path.data, F_OK))
    trie_place_sweep (p->mem, o->store, NULL, OTHERS_LIVE);
  p->is_written = p->is_kept && !o->range && o->store_mode == STORE_RW;
  assert (!p->is_kept || p->path.len);
}

void trie_place_at (trie_place *p, memory *mem, const char *path) {
  *p = (trie_place) {.mem = mem, .is_kept = true, .is_written = true};
  text_puts (mem, &p->path, path);
  text_c (mem, &p->path);
}

void trie_place_release (trie_place *p) { vec_release (p->mem, &p->path); }
