/* The files as they were are extracted and surveyed in the same way; functions
 * are compared by file, name and digest, and so are their contracts. Settings
 * are those of reprise.ini in the revision; all have changed if it was wrong.
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

typedef struct since_surveys {
  const survey *now, *before;
  const configuration *settings_now, *settings_before;
  const revisions *revisions;
} since_surveys;

/* What was in the same file, or NULL. */
static const surveyed *before_of (const since_surveys *c, const surveyed *x) {
  memory *mem = c->now->mem;
  char whole[PATH_MAX];
  const char *file =
      realpath (x->file, whole) ? below (whole, c->revisions->root.data) : NULL;
  if (!file)
    return NULL;
  char_vec path = {0};
  text_printf (mem, &path, "%s/%s", c->revisions->before.data, file);
  const surveyed *y = survey_find (c->before, text_c (mem, &path), x->name);
  vec_release (mem, &path);
  return y;
}

static bool has_same_contract (const since_surveys *c, const surveyed *x,
                               const surveyed *y) {
  const surveyed *now = survey_contract (c->now, x);
  const surveyed *before = survey_contract (c->before, y);
  return now && before ? hash128_eq (now->code, before->code) : now == before;
}

static void compare_surveys (const since_surveys *c, bool *is_same) {
  for (size_t i = 0; i < c->now->item.len; i++) {
    const surveyed *x = c->now->item.data + i;
    const surveyed *y = before_of (c, x);
    is_same[i] = y && hash128_eq (x->code, y->code) &&
                 has_same_contract (c, x, y) &&
                 configuration_agrees (c->settings_now, c->settings_before,
                                       x->file, x->name, x->is_program);
  }
}

static void compare_all (since_surveys *x, const char *folder, bool *is_same) {
  context *c = x->now->context;
  configuration past;
  x->settings_before = &past;
  if (configuration_read (&past, c, folder))
    trouble_clear (&c->trouble);
  else
    compare_surveys (x, is_same);
  configuration_release (&past);
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

status since_find (const survey *now, const configuration *settings,
                   const char *revision, bool *is_same) {
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
      compare_all (&(since_surveys) {now, &before, settings, NULL, &r},
                   text_c (now->mem, &folder), is_same);
    survey_release (&before);
  }
  context_take_options (c, &given);
  vec_release (now->mem, &folder, &flags);
  revisions_release (&r);
  return st;
}
