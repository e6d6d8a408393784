#include "diff/revisions.h"

#include "diff/own_directory.h"
#include "program/git.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

/* 'name' with all its files in PLACE/part. */
static status revisions_export (revisions *r, const char *name,
                                const char *part, char_vec *to) {
  context *c = r->context;
  char_vec archive = {0}, out = {0};
  bool is_done = false;
  status st = ST_OK;
  if (!git_knows (c, name))
    return git_refuse (c, name);
  text_printf (r->mem, to, "%s/%s", r->place.data, part);
  text_printf (r->mem, &archive, "--output=%s.tar", text_c (r->mem, to));
  text_c (r->mem, &archive);
  if (mkdir (to->data, 0700))
    st = trouble_set (&c->trouble, ST_NOWRITE, "cannot make '%s': %s", to->data,
                      strerror (errno));
  if (!st)
    st = GIT_RUN (c, &out, &is_done, "git", "-C", r->root.data, "archive",
                  "--format=tar", archive.data, name);
  if (!st && is_done)
    st = GIT_RUN (c, &out, &is_done, "tar", "-x", "-C", to->data, "-f",
                  archive.data + strlen ("--output="));
  if (!st && !is_done)
    st = trouble_set (&c->trouble, ST_BADINPUT,
                      "the files of '%s' cannot be taken out of git", name);
  vec_release (r->mem, &archive);
  vec_release (r->mem, &out);
  return st;
}

static status find_root (revisions *r) {
  bool is_one = false, has_prefix = false;
  context *c = r->context;
  status st =
      GIT_RUN (c, &r->root, &is_one, "git", "rev-parse", "--show-toplevel");
  if (!st && is_one)
    st = GIT_RUN (c, &r->prefix, &has_prefix, "git", "rev-parse",
                  "--show-prefix");
  if (!st && !is_one)
    st = trouble_set (&c->trouble, ST_BADINPUT,
                      "this directory is not in the working tree of a git "
                      "repository");
  return st;
}

/* What git diff says of C files: 'what' is --name-only or the like. */
static status git_diff (revisions *r, const char *what, const char *filter,
                        const char *kind, char_vec *list) {
  const char *words[] = {"git", "diff", what,        "--relative",
                         "-M",  filter, r->names[0], r->names[1],
                         "--",  kind,   NULL};
  bool is_done = false;
  if (!r->names[1])
    memmove (words + 7, words + 8, 3 * sizeof *words);
  return git_run (r->context, words, list, &is_done);
}

/* "R100\told\tnew" */
static status list_renamed (revisions *r) {
  char_vec list = {0};
  status st = git_diff (r, "--name-status", "--diff-filter=R", "*.c", &list);
  for (char *at = list.len ? strtok (list.data, "\n") : NULL; !st && at;
       at = strtok (NULL, "\n")) {
    char *old = strchr (at, '\t');
    char *now = old ? strchr (old + 1, '\t') : NULL;
    if (!now)
      continue;
    text_add (r->mem, &r->renamed, old + 1, (size_t) (now - old - 1));
    text_add (r->mem, &r->renamed, "", 1);
    text_add (r->mem, &r->renamed, now + 1, strlen (now + 1) + 1);
  }
  vec_release (r->mem, &list);
  return st;
}

/* What a file of now was called before: "new.c:f" was "old.c:f"; or the other
 * way round.
 */
static const char *other_name (const revisions *r, const char *input,
                               bool is_before, const char **rest) {
  const char *at = r->renamed.data, *end = at + r->renamed.len;
  *rest = input + strlen (input);
  while (at < end) {
    const char *old = at, *now = old + strlen (old) + 1;
    const char *from = is_before ? now : old;
    size_t n = strlen (from);
    at = now + strlen (now) + 1;
    if (!strncmp (input, from, n) && (!input[n] || input[n] == ':')) {
      *rest = input + n;
      return is_before ? old : now;
    }
  }
  return input;
}

void revisions_new_name (const revisions *r, const char *input, char_vec *out) {
  const char *rest, *name = other_name (r, input, false, &rest);
  vec_clear (out);
  text_puts (r->mem, out, name);
  text_puts (r->mem, out, rest);
  text_c (r->mem, out);
}

/* Submodules: "160000 HASH 0\tlib". Their files are not in what git takes out
 * of a revision.
 */
static status list_submodules (revisions *r) {
  char_vec list = {0};
  bool is_done = false;
  status st = GIT_RUN (r->context, &list, &is_done, "git", "ls-files", "-s");
  for (char *at = list.len ? strtok (list.data, "\n") : NULL; !st && at;
       at = strtok (NULL, "\n")) {
    char *tab = strchr (at, '\t');
    if (tab && !strncmp (at, "160000 ", 7))
      text_add (r->mem, &r->submodules, tab + 1, strlen (tab + 1) + 1);
  }
  vec_release (r->mem, &list);
  return st;
}

const char *revisions_submodule (const revisions *r, const char *input) {
  const char *end = r->submodules.data + r->submodules.len;
  while (input[0] == '.' && input[1] == '/')
    input += 2;
  for (const char *at = r->submodules.data; at < end; at += strlen (at) + 1) {
    size_t n = strlen (at);
    if (!strncmp (input, at, n) && (!input[n] || input[n] == '/'))
      return at;
  }
  return NULL;
}

/* Those below the folder that are not as they were. */
status revisions_changed_submodules (revisions *r, const char *folder,
                                     char_vec *out) {
  status st = ST_OK;
  char_vec said = {0};
  const char *end = r->submodules.data + r->submodules.len;
  size_t n = strlen (folder);
  for (const char *at = r->submodules.data; !st && at < end;
       at += strlen (at) + 1) {
    if (n && strncmp (at, folder, n) != 0)
      continue;
    st = git_diff (r, "--name-only", "--ignore-submodules=none", at, &said);
    if (!st && said.len)
      text_add (r->mem, out, at, strlen (at) + 1);
  }
  vec_release (r->mem, &said);
  return st;
}

status revisions_open (revisions *r, context *c, const char *before,
                       const char *now) {
  status st;
  *r = (revisions) {.context = c, .mem = &c->memory, .names = {before, now}};
  TRY (find_root (r));
  TRY (own_directory_make (c, &r->place));
  TRY (revisions_export (r, before, "old", &r->before));
  if (now)
    TRY (revisions_export (r, now, "new", &r->now));
  TRY (list_renamed (r));
  TRY (list_submodules (r));
out:
  return st;
}

void revisions_release (revisions *r) {
  own_directory_remove (&r->place);
  vec_release (r->mem, &r->root, &r->prefix, &r->place, &r->before, &r->now,
               &r->renamed, &r->submodules);
}

void revisions_input (const revisions *r, const char *input, bool is_before,
                      char_vec *out) {
  const char_vec *to = is_before ? &r->before : &r->now;
  const char *rest = "",
             *name = is_before ? other_name (r, input, true, &rest) : input;
  vec_clear (out);
  if (!to->len)
    text_puts (r->mem, out, name);
  else if (name[0] == '/' && !strncmp (name, r->root.data, r->root.len) &&
           name[r->root.len] == '/')
    text_printf (r->mem, out, "%s%s", to->data, name + r->root.len);
  else
    text_printf (r->mem, out, "%s/%s%s", to->data, r->prefix.data, name);
  text_puts (r->mem, out, rest);
  text_c (r->mem, out);
}

bool revisions_has (const revisions *r, const char *input, bool is_before) {
  char_vec path = {0};
  revisions_input (r, input, is_before, &path);
  bool is_there = !access (path.data, R_OK);
  char *colon = strrchr (path.data, ':');
  if (!is_there && colon) {
    *colon = '\0';
    is_there = !access (path.data, R_OK);
  }
  vec_release (r->mem, &path);
  return is_there;
}

/* After a change of a header any file may be another one. Of git's lists, one
 * to a line, names with newlines are quoted, and not found.
 */
static status list_files (revisions *r, const char *kind, revised what,
                          char_vec *list) {
  static const char *const filter[] = {"--diff-filter=MR", "--diff-filter=A",
                                       "--diff-filter=D"};
  bool is_done = false;
  status st =
      what == REVISED_CHANGED
          ? git_diff (r, "--name-only", "--diff-filter=AMD", "*.h", list)
          : ST_OK;
  if (!st && list->len)
    return GIT_RUN (r->context, list, &is_done, "git", "ls-files", "--", kind);
  return st ? st : git_diff (r, "--name-only", filter[what], kind, list);
}

status revisions_list (revisions *r, const char *folder, revised what,
                       char_vec *out) {
  char_vec list = {0}, kind = {0};
  size_t n = strlen (folder);
  const char *slash = n && folder[n - 1] != '/' ? "/" : "";
  text_printf (r->mem, &kind, "%s%s*.c", folder, slash);
  status st = list_files (r, text_c (r->mem, &kind), what, &list);
  for (char *at = list.len ? strtok (list.data, "\n") : NULL; !st && at;
       at = strtok (NULL, "\n"))
    if (what != REVISED_CHANGED ||
        (revisions_has (r, at, true) && revisions_has (r, at, false)))
      text_add (r->mem, out, at, strlen (at) + 1);
  vec_release (r->mem, &kind, &list);
  return st;
}

bool revisions_is_folder (const revisions *r, const char *input) {
  struct stat st;
  char_vec path = {0};
  bool is_one = false;
  for (int is_before = 0; is_before < 2; is_before++) {
    revisions_input (r, input, is_before, &path);
    is_one |= !stat (path.data, &st) && S_ISDIR (st.st_mode);
  }
  vec_release (r->mem, &path);
  return is_one;
}

/* "/tmp/.../old/src/a.c" is "HEAD~1:src/a.c" to whoever knows git. */
void revisions_name (const revisions *r, const char *text, char_vec *out) {
  const char_vec *const places[] = {&r->before, &r->now};
  vec_clear (out);
  while (*text) {
    const char *name = NULL;
    for (int i = 0; i < 2 && !name; i++)
      if (places[i]->len && !strncmp (text, places[i]->data, places[i]->len)) {
        name = r->names[i];
        text += places[i]->len + (text[places[i]->len] == '/');
      }
    if (name)
      text_printf (r->mem, out, "%s:", name);
    else
      text_add (r->mem, out, text++, 1);
  }
  text_c (r->mem, out);
}
