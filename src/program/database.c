#include "program/database.h"

#include <errno.h>
#include <jansson.h>
#include <unistd.h>

#define NAME "compile_commands.json"

/* Where 'has_value' is set and nothing follows the beginning, the next word
 * belongs to it.
 */
typedef struct option {
  const char *start;
  bool is_kept, has_value;
} option;

static const option options[] = {
#define OPTION(START, IS_KEPT, HAS_VALUE) {START, IS_KEPT, HAS_VALUE},
#include "program/compiler_options.def"
};

static const option *find_option (const char *word) {
  for (size_t i = 0; i < sizeof options / sizeof *options; i++)
    if (!strncmp (word, options[i].start, strlen (options[i].start)))
      return options + i;
  return NULL;
}

/* What is no option is an input, the compiler, or what wraps it. */
static void add_kept (command *to, const command *from) {
  for (size_t i = 0; i < from->word.len; i++) {
    const char *word = from->word.data[i];
    const option *o = find_option (word);
    if (!o)
      continue;
    bool is_pair = o->has_value && !word[strlen (o->start)];
    if (o->is_kept && !(is_pair && i + 1 == from->word.len)) {
      command_add (to, word);
      if (is_pair)
        command_add (to, from->word.data[i + 1]);
    }
    i += is_pair;
  }
}

/* Words as a shell sees them: blanks separate, quotes and backslashes keep
 * together. Nothing else of the shell is used by those who write databases.
 */
static void database_split (command *c, const char *text) {
  char_vec word = {0};
  char quote = 0;
  bool is_open = false;
  for (const char *p = text; *p; p++) {
    if (quote ? *p == quote : *p == '"' || *p == '\'') {
      quote = quote ? 0 : *p;
      is_open = true;
    } else if (!quote && strchr (" \t\n", *p)) {
      if (is_open)
        command_add (c, text_c (c->mem, &word));
      vec_clear (&word);
      is_open = false;
    } else {
      if (*p == '\\' && quote != '\'' && p[1] &&
          (!quote || strchr ("\"\\$`", p[1])))
        p++;
      vec_push (c->mem, &word, *p);
      is_open = true;
    }
  }
  if (is_open)
    command_add (c, text_c (c->mem, &word));
  vec_release (c->mem, &word);
}

static const char *get_text (const json_t *entry, const char *key) {
  return json_string_value (json_object_get (entry, key));
}

/* Does the entry's file mean the input? */
static bool is_about (const json_t *entry, const char *input, memory *mem) {
  const char *file = get_text (entry, "file");
  const char *directory = get_text (entry, "directory");
  if (!file)
    return false;
  char_vec path = {0};
  if (file[0] != '/' && directory)
    text_printf (mem, &path, "%s/", directory);
  text_puts (mem, &path, file);
  char *whole = realpath (text_c (mem, &path), NULL);
  bool res = whole && !strcmp (whole, input);
  free (whole);
  vec_release (mem, &path);
  return res;
}

static void set_directory (command *c, const json_t *entry) {
  const char *directory = get_text (entry, "directory");
  char *there = directory ? realpath (directory, NULL) : NULL;
  char *here = getcwd (NULL, 0);
  if (there && here && strcmp (there, here))
    c->directory = arena_string (&c->text, there, strlen (there));
  free (there);
  free (here);
}

static void add_entry (command *c, const json_t *entry) {
  command all;
  command_init (&all, c->mem);
  const json_t *arguments = json_object_get (entry, "arguments");
  for (size_t i = 0; i < json_array_size (arguments); i++) {
    const char *word = json_string_value (json_array_get (arguments, i));
    if (word)
      command_add (&all, word);
  }
  const char *text = get_text (entry, "command");
  if (!arguments && text)
    database_split (&all, text);
  add_kept (c, &all);
  command_release (&all);
  set_directory (c, entry);
}

/* Ends with "/compile_commands.json" in the nearest directory that has one;
 * those that have none are added to 'missing', if that is given.
 */
static bool look_around (memory *mem, const char *input, char_vec *path,
                         char_vec *missing) {
  size_t len = strlen (input);
  while (len) {
    while (len && input[len - 1] != '/')
      len--;
    vec_clear (path);
    text_printf (mem, path, "%.*s" NAME, (int) len, input);
    if (access (text_c (mem, path), R_OK) == 0)
      return true;
    if (missing)
      text_add (mem, missing, path->data, path->len + 1);
    if (len)
      len--;
  }
  return false;
}

static status use (command *c, const char *path, const char *input,
                   trouble *t) {
  json_error_t error;
  json_t *root = json_load_file (path, 0, &error);
  if (!root && access (path, R_OK))
    return trouble_set (t, ST_NOFILE, "cannot open '%s': %s", path,
                        strerror (errno));
  if (!json_is_array (root)) {
    json_decref (root);
    return trouble_set (t, ST_BADINPUT,
                        "'%s' is not a compilation database: line %d: %s", path,
                        error.line, root ? "an array is expected" : error.text);
  }
  for (size_t i = 0; i < json_array_size (root); i++)
    if (is_about (json_array_get (root, i), input, c->mem)) {
      add_entry (c, json_array_get (root, i));
      break;
    }
  json_decref (root);
  return ST_OK;
}

status database_add_flags (command *c, const char *path, const char *input,
                           trouble *t) {
  char *whole = realpath (input, NULL);
  if (!whole)
    return trouble_set (t, ST_NOFILE, "cannot open '%s': %s", input,
                        strerror (errno));
  char_vec found = {0};
  status st = ST_OK;
  if (!path && look_around (c->mem, whole, &found, NULL))
    path = found.data;
  if (path)
    st = use (c, path, whole, t);
  vec_release (c->mem, &found);
  free (whole);
  return st;
}

void database_list (memory *mem, const char *path, const char *input,
                    char_vec *read, char_vec *missing) {
  char *whole = realpath (input, NULL);
  char_vec found = {0};
  if (!path && whole && look_around (mem, whole, &found, missing))
    path = found.data;
  if (path)
    text_add (mem, read, path, strlen (path) + 1);
  vec_release (mem, &found);
  free (whole);
}
