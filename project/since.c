/* The files as they were are extracted and surveyed in the same way; functions
 * are compared by file, name and digest.
 */

#include "project/since.h"

#include "diff/revisions.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* A path below the root of the tree, or NULL. */
static const char *below (const char *path, const char *root) {
  size_t n = strlen (root);
  return !strncmp (path, root, n) && path[n] == '/' ? path + n + 1 : NULL;
}

static void compare_surveys (const survey *now, const survey *before,
                             const revisions *r, bool *is_same) {
  char_vec path = {0};
  for (size_t i = 0; i < now->item.len; i++) {
    const surveyed *x = now->item.data + i;
    char whole[PATH_MAX];
    const char *file =
        realpath (x->file, whole) ? below (whole, r->root.data) : NULL;
    vec_clear (&path);
    text_printf (now->mem, &path, "%s/%s", r->before.data, file ? file : "");
    const surveyed *y =
        file ? survey_find (before, text_c (now->mem, &path), x->name) : NULL;
    is_same[i] = y && hash128_eq (x->code, y->code);
  }
  vec_release (now->mem, &path);
}

/* Files call themselves by __FILE__ as they do now. */
static void name_files (context *c, const revisions *r, bool is_absolute,
                        char_vec *flags) {
  options o = c->options;
  const char *before = r->before.data;
  text_printf (&c->memory, flags, "%s ", o.cflags ? o.cflags : "");
  if (is_absolute)
    text_printf (&c->memory, flags, "'-fmacro-prefix-map=%s=%s'", before,
                 r->root.data);
  else
    text_printf (&c->memory, flags, "'-fmacro-prefix-map=%s/%s='", before,
                 r->prefix.len ? r->prefix.data : "");
  o.cflags = text_c (&c->memory, flags);
  context_take_options (c, &o);
}

status since_find (const survey *now, const char *revision, bool *is_same) {
  revisions r;
  survey before;
  context *c = now->context;
  char whole[PATH_MAX];
  char_vec folder = {0};
  char_vec flags = {0};
  options given = c->options;
  status st = revisions_open (&r, c, revision, NULL);
  if (!st) {
    name_files (c, &r, now->database, &flags);
    const char *place =
        realpath (now->folder, whole) ? below (whole, r.root.data) : NULL;
    text_printf (now->mem, &folder, "%s%s%s", r.before.data, place ? "/" : "",
                 place ? place : "");
    /* With a database, folders are those of now, and files are moved. */
    st = survey_open (&before, c,
                      now->database ? now->folder : text_c (now->mem, &folder),
                      r.root.data, r.before.data);
    if (!st)
      compare_surveys (now, &before, &r, is_same);
    survey_release (&before);
  }
  context_take_options (c, &given);
  vec_release (now->mem, &folder, &flags);
  revisions_release (&r);
  return st;
}
