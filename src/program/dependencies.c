#include "program/dependencies.h"

#include "base/hash.h"
#include "base/map.h"

#include <stdio.h>
#include <unistd.h>

void dependencies_init (dependencies *f, memory *mem) {
  *f = (dependencies) {.mem = mem};
}

void dependencies_release (dependencies *f) {
  vec_release (f->mem, &f->read, &f->inputs, &f->folders, &f->missing,
               &f->beside, &f->tools);
}

void dependencies_join (dependencies *f, const dependencies *more) {
  text_add (f->mem, &f->read, more->read.data, more->read.len);
  text_add (f->mem, &f->missing, more->missing.data, more->missing.len);
  text_add (f->mem, &f->beside, more->beside.data, more->beside.len);
  text_add (f->mem, &f->tools, more->tools.data, more->tools.len);
  f->is_open |= more->is_open;
}

static void dependencies_add (memory *mem, char_vec *list, const char *path) {
  text_add (mem, list, path, strlen (path) + 1);
}

void dependencies_add_input (dependencies *f, const char *path) {
  dependencies_add (f->mem, &f->inputs, path);
}

/* Rules. */

static void end_path (memory *mem, char_vec *paths) {
  if (paths->len && vec_last (paths))
    vec_push (mem, paths, '\0');
}

/* Spaces in names have a backslash, and so has the end of a line that goes
 * on.
 */
void dependencies_parse_rule (memory *mem, const char *rule, char_vec *paths) {
  const char *at = strstr (rule, ": ");
  for (at += at ? 2 : 0; at && *at; at++) {
    if (*at == ' ' || *at == '\n' || (*at == '\\' && at[1] == '\n')) {
      end_path (mem, paths);
      continue;
    }
    if ((*at == '\\' && (at[1] == ' ' || at[1] == '#')) ||
        (*at == '$' && at[1] == '$'))
      at++;
    vec_push (mem, paths, *at);
  }
  end_path (mem, paths);
}

/* Directories in which headers are looked for. */

typedef struct include_search {
  memory *mem;
  const command *c;
  arena text;
  VEC (const char *) directory; /* without a slash at the end; "" is here */
} include_search;

static void add_directory (include_search *s, const char *path, size_t len) {
  char_vec whole = {0};
  if (*path != '/' && s->c->directory)
    text_printf (s->mem, &whole, "%s/", s->c->directory);
  text_add (s->mem, &whole, path, len);
  while (whole.len > 1 && vec_last (&whole) == '/')
    whole.len--;
  const char *text = text_c (s->mem, &whole);
  bool is_new = true;
  for (size_t i = 0; i < s->directory.len; i++)
    is_new &= strcmp (s->directory.data[i], text) != 0;
  if (is_new)
    vec_push (s->mem, &s->directory,
              arena_copy (&s->text, text, whole.len + 1));
  vec_release (s->mem, &whole);
}

/* Of the options that take a directory, in one word or two. */
static void add_options (include_search *s) {
  static const char *const start[] = {"-idirafter", "-isystem", "-iquote",
                                      "-I"};
  for (size_t i = 0; i < s->c->word.len; i++)
    for (size_t k = 0; k < sizeof start / sizeof *start; k++) {
      const char *word = s->c->word.data[i];
      if (strncmp (word, start[k], strlen (start[k])))
        continue;
      word += strlen (start[k]);
      if (!*word && i + 1 < s->c->word.len)
        word = s->c->word.data[i + 1];
      add_directory (s, word, strlen (word));
      break;
    }
}

static void add_list (include_search *s, const char *list) {
  for (; list && *list; list += *list == ':') {
    size_t len = strcspn (list, ":");
    add_directory (s, list, len);
    list += len;
  }
}

/* A header in quotes is looked for beside the file that includes it. */
static void add_includers (include_search *s, const char_vec *read) {
  EACH_TEXT (path, read) {
    const char *slash = strrchr (path, '/');
    add_directory (s, path, slash ? (size_t) (slash - path) : 0);
  }
}

static void add_standard (include_search *s) {
  static const char *const standard[] = {
      "/usr/local/include", "/usr/include/x86_64-linux-gnu", "/usr/include"};
  for (size_t i = 0; i < sizeof standard / sizeof *standard; i++)
    add_directory (s, standard[i], strlen (standard[i]));
}

/* Where a header could be that is found elsewhere now. */

static const char *name_within (const char *path, const char *directory) {
  size_t len = strlen (directory);
  if (!len)
    return *path == '/' ? NULL : path;
  bool is_within = !strncmp (path, directory, len) && path[len] == '/';
  return is_within ? path + len + 1 : NULL;
}

static void add_places (dependencies *f, const include_search *s,
                        const char *name, map *seen) {
  char_vec path = {0};
  for (size_t i = 0; i < s->directory.len; i++) {
    const char *d = s->directory.data[i];
    vec_clear (&path);
    text_printf (f->mem, &path, "%s%s%s", d, *d ? "/" : "", name);
    text_c (f->mem, &path);
    uint64_t *at = map_at (seen, hash_bytes (path.data, path.len).lo | 1);
    if (!*at)
      dependencies_add (f->mem,
                        access (path.data, F_OK) ? &f->missing : &f->beside,
                        path.data);
    *at = 1;
  }
  vec_release (f->mem, &path);
}

static void find_missing (dependencies *f, const include_search *s,
                          const char_vec *read) {
  map seen;
  map_init (&seen, f->mem);
  EACH_TEXT (path, read)
  for (size_t i = 0; i < s->directory.len; i++) {
    const char *name = name_within (path, s->directory.data[i]);
    if (name)
      add_places (f, s, name, &seen);
  }
  map_release (&seen);
}

/* The whole. */

/* Options behind which there are files that no rule names. */
static bool is_opaque (const command *c) {
  static const char *const start[] = {
      "--config",  "--gcc",        "--sysroot",    "-MG",           "-MM",
      "-B",        "-F",           "-Xclang",      "-fmodule",      "-fplugin",
      "-fprofile", "-include-pch", "-iframework",  "-imultilib",    "-iprefix",
      "-isysroot", "-ivfsoverlay", "-iwithprefix", "-resource-dir", "@"};
  for (size_t i = 0; i < c->word.len; i++) {
    if (!strcmp (c->word.data[i], "-disable-O0-optnone"))
      continue;
    bool is_ours = i + 1 < c->word.len &&
                   !strcmp (c->word.data[i + 1], "-disable-O0-optnone");
    for (size_t k = 0; !is_ours && k < sizeof start / sizeof *start; k++)
      if (!strncmp (c->word.data[i], start[k], strlen (start[k])))
        return true;
  }
  return false;
}

static bool has_word (const command *c, const char *word) {
  for (size_t i = 0; i < c->word.len; i++)
    if (!strcmp (c->word.data[i], word))
      return true;
  return false;
}

static void add_tools (dependencies *f, const command *c) {
  char compiler[PATH_MAX];
  assert (c->word.len); /* the compiler is its first word */
  if (command_find (c->word.data[0], compiler))
    dependencies_add (f->mem, &f->tools, compiler);
  else
    f->is_open = true;
}

/* The compiler names files as seen from where it ran. */
static void take_rule (dependencies *f, const command *c, const char *rule) {
  char_vec found = {0};
  dependencies_parse_rule (f->mem, rule, &found);
  assert (!found.len || !vec_last (&found)); /* each path has its NUL */
  EACH_TEXT (path, &found) {
    if (*path != '/' && c->directory)
      text_printf (f->mem, &f->read, "%s/", c->directory);
    dependencies_add (f->mem, &f->read, path);
  }
  f->is_open |= !found.len;
  vec_release (f->mem, &found);
}

void dependencies_add_compilation (dependencies *f, const command *c,
                                   const char *rule) {
  include_search s = {.mem = f->mem, .c = c};
  assert (!f->read.len || !vec_last (&f->read));
  arena_init (&s.text, f->mem);
  take_rule (f, c, rule);
  add_options (&s);
  add_list (&s, getenv ("CPATH"));
  add_list (&s, getenv ("C_INCLUDE_PATH"));
  if (!has_word (c, "-nostdlibinc"))
    add_standard (&s);
  add_includers (&s, &f->read);
  find_missing (f, &s, &f->read);
  vec_release (f->mem, &s.directory);
  arena_release (&s.text);
  add_tools (f, c);
  f->is_open |= c->is_open || is_opaque (c);
}

/* What #embed takes is no text. */
static bool has_embed (const char *text, size_t len) {
  const char *end = text + len, *at = text;
  while ((at = memmem (at, (size_t) (end - at), "embed", 5))) {
    const char *before = at;
    while (before > text && strchr (" \t/*", before[-1]))
      before--;
    if (before > text && strchr ("#:=\n\\", before[-1]))
      return true;
    at += 5;
  }
  return false;
}

bool dependencies_is_open_text (const char *text, size_t len) {
  /* in parts, as '##' may put them together */
  static const char *const words[] = {"__TI",       "TIME__",        "__DA",
                                      "DATE__",     "__has_include", "STAMP__",
                                      "__has_embed"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (memmem (text, len, words[i], strlen (words[i])))
      return true;
  return has_embed (text, len);
}
