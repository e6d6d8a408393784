#include "program/database.h"

#include "base/whole_file.h"
#include "program/compiler_flags.h"

#include <errno.h>
#include <jansson.h>
#include <sys/stat.h>
#include <unistd.h>

#define NAME "compile_commands.json"

/* Where tools put a database, below a directory of the project. */
static const char *const places[] = {"",
                                     "build/",
                                     "out/",
                                     "builddir/",
                                     "_build/",
                                     "cmake-build-debug/",
                                     "cmake-build-release/",
                                     "cmake-build-relwithdebinfo/",
                                     "cmake-build-minsizerel/"};

/* What is no option is an input, the compiler, or what wraps it. */
static void add_kept (command *to, const command *from) {
  for (size_t i = 0; i < from->word.len; i++) {
    const char *word = from->word.data[i];
    const compiler_option *o = compiler_option_find (word);
    bool is_pair = compiler_option_is_pair (o, word);
    if (o && o->is_kept && !(is_pair && i + 1 == from->word.len)) {
      command_add (to, word);
      if (is_pair)
        command_add (to, from->word.data[i + 1]);
    }
    i += is_pair;
  }
}

static const char *get_text (const json_t *entry, const char *key) {
  return json_string_value (json_object_get (entry, key));
}

/* A path as the entry means it: a relative directory is where the database is.
 */
static void put_path (const database *d, const json_t *entry, const char *path,
                      char_vec *out) {
  const char *directory = get_text (entry, "directory");
  const char *slash = strrchr (d->path, '/');
  if (*path != '/' && directory && *directory != '/' && slash)
    text_add (d->mem, out, d->path, (size_t) (slash - d->path) + 1);
  if (*path != '/' && directory)
    text_printf (d->mem, out, "%s/", directory);
  text_puts (d->mem, out, path);
  text_c (d->mem, out);
}

/* Words that stand in a file are in their place. */
static void expand_words (const database *d, const json_t *entry, command *to,
                          const command *from) {
  for (size_t i = 0; i < from->word.len; i++) {
    char_vec text = {0};
    const char *word = from->word.data[i];
    mapped_file f;
    if (*word == '@')
      put_path (d, entry, word + 1, &text);
    if (text.len && whole_file_map (text.data, &f)) {
      vec_clear (&text);
      text_add (d->mem, &text, f.bytes, f.size);
      whole_file_unmap (&f);
      flags_split (to, text_c (d->mem, &text));
      to->is_open = true;
    } else
      command_add (to, word);
    vec_release (d->mem, &text);
  }
}

static void entry_words (const database *d, const json_t *entry, command *out) {
  command given;
  command_init (&given, d->mem);
  const json_t *arguments = json_object_get (entry, "arguments");
  for (size_t i = 0; i < json_array_size (arguments); i++) {
    const char *word = json_string_value (json_array_get (arguments, i));
    if (word)
      command_add (&given, word);
  }
  const char *text = get_text (entry, "command");
  if (!arguments && text)
    flags_split (&given, text);
  expand_words (d, entry, out, &given);
  command_release (&given);
}

static void set_directory (const database *d, const json_t *entry, command *c) {
  char_vec path = {0};
  put_path (d, entry, ".", &path);
  char *there = realpath (path.data, NULL);
  char *here = getcwd (NULL, 0);
  if (there && here && strcmp (there, here))
    c->directory = arena_string (&c->text, there, strlen (there));
  free (there);
  free (here);
  vec_release (d->mem, &path);
}

void database_add_entry (const database *d, const database_entry *e,
                         command *c) {
  command all;
  command_init (&all, c->mem);
  entry_words (d, e->json, &all);
  c->first_kept = c->word.len;
  add_kept (c, &all);
  c->end_kept = c->word.len;
  c->is_open |= all.is_open;
  command_release (&all);
  set_directory (d, e->json, c);
}

bool database_output (const database *d, const database_entry *e,
                      char_vec *out) {
  command all;
  command_init (&all, d->mem);
  entry_words (d, e->json, &all);
  const char *given = get_text (e->json, "output");
  for (size_t i = 0; !given && i + 1 < all.word.len; i++)
    if (!strcmp (all.word.data[i], "-o"))
      given = all.word.data[i + 1];
  if (given)
    put_path (d, e->json, given, out);
  bool is_c = !all.word.len || !strstr (all.word.data[0], "++");
  command_release (&all);
  return is_c;
}

/* Ends with "/compile_commands.json" in the nearest directory that has one, or
 * where builds are below it; where there is none is added to 'missing', if that
 * is given.
 */
static bool look_around (memory *mem, const char *input, char_vec *path,
                         char_vec *missing) {
  for (size_t len = strlen (input); len; len--) {
    while (len && input[len - 1] != '/')
      len--;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
      vec_clear (path);
      text_printf (mem, path, "%.*s%s" NAME, (int) len, input, places[i]);
      if (access (text_c (mem, path), R_OK) == 0)
        return true;
      if (missing)
        text_add (mem, missing, path->data, path->len + 1);
    }
    if (!len)
      break;
  }
  return false;
}

/* Where it is: given, as itself or its directory, or looked for. */
static bool find_database (memory *mem, const char *given, const char *input,
                           char_vec *path, char_vec *missing) {
  struct stat info;
  if (!given) {
    char *whole = realpath (input, NULL);
    char_vec from = {0}; /* of a directory, what is in it */
    text_puts (mem, &from, whole ? whole : "");
    if (whole && !stat (whole, &info) && S_ISDIR (info.st_mode))
      text_puts (mem, &from, "/");
    bool res = look_around (mem, text_c (mem, &from), path, missing);
    free (whole);
    vec_release (mem, &from);
    return res;
  }
  text_puts (mem, path, given);
  if (!stat (given, &info) && S_ISDIR (info.st_mode))
    text_puts (mem, path, "/" NAME);
  text_c (mem, path);
  return true;
}

static void add_entry (database *d, const json_t *json) {
  const char *file = get_text (json, "file");
  if (!file)
    return;
  char_vec path = {0};
  put_path (d, json, file, &path);
  char *whole = realpath (path.data, NULL);
  const char *text = whole ? whole : path.data;
  database_entry e = {.file = arena_string (&d->text, text, strlen (text)),
                      .exists = whole,
                      .json = json};
  vec_push (d->mem, &d->entry, e);
  free (whole);
  vec_release (d->mem, &path);
}

status database_open (database *d, memory *mem, const char *given,
                      const char *input, trouble *t) {
  char_vec path = {0};
  json_error_t error;
  *d = (database) {.mem = mem};
  arena_init (&d->text, mem);
  if (find_database (mem, given, input, &path, NULL)) {
    d->path = arena_string (&d->text, path.data, path.len);
    d->json = json_load_file (d->path, 0, &error);
  }
  vec_release (mem, &path);
  if (!d->path)
    return ST_OK;
  if (!d->json && access (d->path, R_OK))
    return trouble_set (t, ST_NOFILE, "cannot open '%s': %s", d->path,
                        strerror (errno));
  if (!json_is_array (d->json))
    return trouble_set (
        t, ST_BADINPUT, "'%s' is not a compilation database: line %d: %s",
        d->path, error.line, d->json ? "an array is expected" : error.text);
  for (size_t i = 0; i < json_array_size (d->json); i++)
    add_entry (d, json_array_get (d->json, i));
  return ST_OK;
}

void database_close (database *d) {
  json_decref (d->json);
  vec_release (d->mem, &d->entry);
  arena_release (&d->text);
}

const database_entry *database_find (const database *d, const char *file) {
  for (size_t i = 0; i < d->entry.len; i++)
    if (d->entry.data[i].exists && !strcmp (d->entry.data[i].file, file))
      return d->entry.data + i;
  return NULL;
}

void database_list (memory *mem, const char *path, const char *input,
                    char_vec *read, char_vec *missing) {
  char_vec found = {0};
  if (find_database (mem, path, input, &found, missing))
    text_add (mem, read, found.data, found.len + 1);
  vec_release (mem, &found);
}
