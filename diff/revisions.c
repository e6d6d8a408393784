#include "diff/revisions.h"

#include "diff/own_directory.h"
#include "program/git.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

bool revision_exists (context *c, const char *name) {
  char_vec commit = {0}, out = {0};
  text_printf (&c->memory, &commit, "%s^{commit}", name);
  bool is_one = GIT_ASK (c, &out, "git", "rev-parse", "--verify", "--quiet",
                         "--end-of-options", text_c (&c->memory, &commit));
  vec_release (&c->memory, &commit);
  vec_release (&c->memory, &out);
  return is_one;
}

/* 'name' with all its files in PLACE/part. */
static status revisions_export (revisions *r, const char *name,
                                const char *part, char_vec *to) {
  context *c = r->context;
  char_vec archive = {0}, out = {0};
  bool is_done = false;
  status st = ST_OK;
  if (!revision_exists (c, name))
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

/* Names that git prints, each with its NUL; the words end with NULL. */
static status git_names (revisions *r, const char *const *words,
                         char_vec *list) {
  bool is_done = false;
  status st = git_run (r->context, words, list, &is_done);
  if (!st && list->len && vec_last (list))
    text_add (r->mem, list, "", 1);
  return st;
}

/* What git diff says of these files: 'what' is --name-only or the like. */
static status git_diff (revisions *r, const char *what, const char *filter,
                        const char *from, const char *kind, char_vec *list) {
  const char *words[] = {
      "git",           "diff",      "-z",        what, from, "-M", filter,
      "--no-ext-diff", r->names[0], r->names[1], "--", kind, NULL};
  if (!r->names[1])
    memmove (words + 9, words + 10, 3 * sizeof *words);
  return git_names (r, words, list);
}

/* How often, the old name, the new one. */
static status list_renamed (revisions *r) {
  char_vec list = {0};
  status st = git_diff (r, "--name-status", "--diff-filter=R", "--relative",
                        "*.c", &list);
  size_t i = 0;
  if (!st)
    EACH_TEXT (at, &list)
  if (i++ % 3)
    text_add (r->mem, &r->renamed, at, strlen (at) + 1);
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
  while (input[0] == '.' && input[1] == '/')
    input += 2;
  EACH_TEXT (at, &r->submodules) {
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
    st = git_diff (r, "--name-only", "--ignore-submodules=none", "--relative",
                   at, &said);
    if (!st && said.len)
      text_add (r->mem, out, at, strlen (at) + 1);
  }
  vec_release (r->mem, &said);
  return st;
}

/* Files that git has not been told of are new ones. */
static status list_untracked (revisions *r, const char *kind, char_vec *out) {
  const char *words[] = {
      "git", "ls-files", "-z", "--others", "--exclude-standard",
      "--",  kind,       NULL};
  char_vec list = {0};
  status st = r->names[1] ? ST_OK : git_names (r, words, &list);
  text_add (r->mem, out, list.data, list.len);
  vec_release (r->mem, &list);
  return st;
}

static status list_changed (revisions *r) {
  status st = git_diff (r, "--name-only", "--diff-filter=AMDRT",
                        "--no-relative", ":/", &r->changed);
  return st ? st : list_untracked (r, ":/", &r->changed);
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
  TRY (list_changed (r));
out:
  return st;
}

void revisions_release (revisions *r) {
  own_directory_remove (&r->place);
  vec_release (r->mem, &r->root, &r->prefix, &r->place, &r->before, &r->now,
               &r->renamed, &r->submodules, &r->changed);
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

/* What may differ. */

/* Files of the new version, from the root, that have the pattern. */
static status git_grep (revisions *r, const char *how, const char *pattern,
                        char_vec *out) {
  const char *now = r->names[1];
  const char *words[] = {"git",  "-C",    r->root.data,
                         "grep", "-lzIE", how,
                         "-e",   pattern, now ? now : "--untracked",
                         NULL};
  char_vec list = {0};
  status st = git_names (r, words, &list);
  size_t skip = now ? strlen (now) + 1 : 0; /* "HEAD:" */
  if (!st)
    EACH_TEXT (at, &list)
  text_add (r->mem, out, at + skip, strlen (at + skip) + 1);
  vec_release (r->mem, &list);
  return st;
}

static bool has_text (const char_vec *list, const char *text) {
  EACH_TEXT (at, list)
  if (!strcmp (at, text))
    return true;
  return false;
}

static void put_escaped (memory *mem, const char *text, char_vec *out) {
  for (; *text; text++)
    text_printf (mem, out, "%s%c",
                 strchr (".[]()*+?{}|^$\\", *text) ? "\\" : "", *text);
}

/* Lines that include one of these files, by the end of its name; or what a
 * macro says.
 */
static void include_pattern (memory *mem, const char_vec *files, size_t first,
                             char_vec *out) {
  const char *sep = "";
  text_puts (mem, out,
             "^[[:blank:]]*#[[:blank:]]*(include|embed)("
             "[[:blank:]]+[A-Za-z_]|.*[/\"<](");
  char_vec rest = {.data = files->data + first, .len = files->len - first};
  EACH_TEXT (at, &rest) {
    const char *slash = strrchr (at, '/');
    text_puts (mem, out, sep);
    put_escaped (mem, slash ? slash + 1 : at, out);
    sep = "|";
  }
  text_puts (mem, out, ")[\">])");
}

#define MOST_PATTERN 100000 /* bytes of a word */

/* Appends those that include one of these, at any depth. */
static status add_includers (revisions *r, char_vec *files) {
  status st = ST_OK;
  char_vec pattern = {0}, found = {0};
  for (size_t done = 0, n; !st && done < files->len; done = n) {
    n = files->len;
    vec_clear (&pattern);
    vec_clear (&found);
    include_pattern (r->mem, files, done, &pattern);
    bool is_short = pattern.len < MOST_PATTERN;
    st = git_grep (r, "--no-color",
                   is_short ? text_c (r->mem, &pattern) : "include", &found);
    if (!st)
      EACH_TEXT (at, &found)
    if (!has_text (files, at))
      text_add (r->mem, files, at, strlen (at) + 1);
  }
  vec_release (r->mem, &pattern, &found);
  return st;
}

/* As it is named from here, if it is a C file below the folder; else NULL. */
static const char *name_below (const revisions *r, const char *file,
                               const char *folder) {
  size_t n = strlen (file), k = strlen (folder);
  if (n < 3 || strcmp (file + n - 2, ".c") ||
      !text_begins (file, r->prefix.data))
    return NULL;
  const char *name = file + r->prefix.len;
  if (k && folder[k - 1] == '/')
    k--;
  return !k || (!strncmp (name, folder, k) && name[k] == '/') ? name : NULL;
}

bool revisions_change_outside (const revisions *r, const char *folder) {
  EACH_TEXT (at, &r->changed) {
    size_t n = strlen (at);
    if (n > 2 && !strcmp (at + n - 2, ".c") && !name_below (r, at, folder))
      return true;
  }
  return false;
}

/* Appends those below the folder that both versions have. */
static void add_common (const revisions *r, const char_vec *files,
                        const char *folder, char_vec *out) {
  EACH_TEXT (at, files) {
    const char *name = name_below (r, at, folder);
    if (name && revisions_has (r, name, true) &&
        revisions_has (r, name, false) && !has_text (out, name))
      text_add (r->mem, out, name, strlen (name) + 1);
  }
}

status revisions_users (revisions *r, const char *folder, const char_vec *names,
                        char_vec *out) {
  char_vec files = {0}, pattern = {0};
  const char *sep = "(";
  status st;
  if (!names->len)
    return ST_OK;
  EACH_TEXT (at, names) {
    text_puts (r->mem, &pattern, sep);
    put_escaped (r->mem, at, &pattern);
    sep = "|";
  }
  text_puts (r->mem, &pattern, ")");
  TRY (git_grep (r, "-w", text_c (r->mem, &pattern), &files));
  TRY (add_includers (r, &files));
  add_common (r, &files, folder, out);
out:
  vec_release (r->mem, &files, &pattern);
  return st;
}

/* Everything that both have. */
static status list_any (revisions *r, const char *folder, char_vec *out) {
  const char *words[] = {"git", "ls-files", "-z", "--full-name",
                         "--",  ":/*.c",    NULL};
  char_vec files = {0};
  status st = git_names (r, words, &files);
  if (!st)
    add_common (r, &files, folder, out);
  vec_release (r->mem, &files);
  return st;
}

/* That only one version has. */
static status list_others (revisions *r, const char *folder, revised what,
                           char_vec *out) {
  char_vec list = {0}, kind = {0};
  size_t n = strlen (folder);
  const char *slash = n && folder[n - 1] != '/' ? "/" : "";
  text_printf (r->mem, &kind, "%s%s*.c", folder, slash);
  text_c (r->mem, &kind);
  status st =
      git_diff (r, "--name-only",
                what == REVISED_ADDED ? "--diff-filter=A" : "--diff-filter=D",
                "--relative", kind.data, &list);
  if (!st && what == REVISED_ADDED)
    st = list_untracked (r, kind.data, &list);
  text_add (r->mem, out, list.data, list.len);
  vec_release (r->mem, &kind, &list);
  return st;
}

status revisions_list (revisions *r, const char *folder, revised what,
                       char_vec *out) {
  if (what == REVISED_ANY)
    return list_any (r, folder, out);
  if (what != REVISED_CHANGED)
    return list_others (r, folder, what, out);
  char_vec files = {0};
  text_add (r->mem, &files, r->changed.data, r->changed.len);
  status st = add_includers (r, &files);
  if (!st)
    add_common (r, &files, folder, out);
  vec_release (r->mem, &files);
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
