#include "program/version_files.h"

#include "base/shown.h"

#include <sys/stat.h>
#include <unistd.h>

static bool is_below (const char *path, const char *root) {
  size_t n = strlen (root);
  return !strncmp (path, root, n) && (path[n] == '/' || !path[n]);
}

char *version_real_input (const program_config *config) {
  const char *to = config->moved_to;
  char *whole = realpath (config->input, NULL);
  char_vec text = {0};
  if (whole && to && is_below (whole, to)) {
    text_printf (config->mem, &text, "%s%s", config->moved_from,
                 whole + strlen (to));
    char *other = realpath (text_c (config->mem, &text), NULL);
    if (other) {
      free (whole);
      whole = other;
    }
  }
  vec_release (config->mem, &text);
  return whole;
}

/* Databases. */

const char *version_database (const program_config *config, char_vec *room) {
  const char *given = config->compile_commands, *to = config->moved_to;
  char_vec found = {0}, missing = {0};
  vec_clear (room);
  if (!to)
    return given;
  char *whole = given ? realpath (given, NULL) : NULL;
  if (whole && is_below (whole, config->moved_from))
    text_printf (config->mem, &found, "%s%s", to,
                 whole + strlen (config->moved_from));
  else if (!given)
    database_list (config->mem, NULL, config->input, &found, &missing);
  bool is_own = found.len && is_below (text_c (config->mem, &found), to) &&
                !access (found.data, R_OK);
  if (is_own)
    text_puts (config->mem, room, found.data);
  text_c (config->mem, room);
  free (whole);
  vec_release (config->mem, &found, &missing);
  return is_own ? room->data : given;
}

/* Of a file that only the version has, by where it would be in the project. */
static bool is_moved_entry (const program_config *config,
                            const database_entry *e, const char *input) {
  const char *from = config->moved_from, *to = config->moved_to;
  return to && is_below (e->file, from) && is_below (input, to) &&
         !strcmp (e->file + strlen (from), input + strlen (to));
}

const database_entry *version_entry (const program_config *config,
                                     const database *d) {
  char *known = version_real_input (config);
  char *whole = realpath (config->input, NULL);
  const database_entry *e = known ? database_find (d, known) : NULL;
  if (!e && whole)
    e = database_find (d, whole);
  for (size_t i = 0; !e && whole && i < d->entry.len; i++)
    if (is_moved_entry (config, d->entry.data + i, whole))
      e = d->entry.data + i;
  free (known);
  free (whole);
  return e;
}

/* Flags. */

/* The path of a word that names a directory or a file to include. */
static const char *word_path (const char *word) {
  static const char *const starts[] = {"-I", "-iquote", "-isystem",
                                       "-idirafter", "-include"};
  if (word[0] != '-')
    return word;
  for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
    if (!strncmp (word, starts[i], strlen (starts[i])))
      return word + strlen (starts[i]);
  return "";
}

/* Without "." and "..", whether or not there is such a file. */
static void shorten_path (char *path) {
  char *to = path;
  for (char *at = path; *at;) {
    size_t n = strcspn (at + 1, "/") + 1;
    if (n == 3 && !strncmp (at, "/..", 3))
      while (to > path && *--to != '/')
        ;
    else if (n > 2 || (n == 2 && at[1] != '.')) {
      memmove (to, at, n);
      to += n;
    }
    at += n;
  }
  *to = '\0';
}

/* What a word means, where the command runs; NULL: no path. To be freed. */
static char *whole_path (const command *c, const char *path) {
  char here[PATH_MAX];
  char_vec text = {0};
  if (!*path || !getcwd (here, sizeof here))
    return NULL;
  if (*path != '/')
    text_printf (c->mem, &text, "%s/", c->directory ? c->directory : here);
  text_puts (c->mem, &text, path);
  char *whole = realpath (text_c (c->mem, &text), NULL);
  if (!whole)
    shorten_path (whole = strdup (text.data));
  vec_release (c->mem, &text);
  return whole;
}

/* A word whose path is below 'from' has that below 'to', if there is one. */
static bool move_word (command *c, size_t i, const char *from, const char *to,
                       char_vec *out) {
  const char *word = c->word.data[i], *path = word_path (word);
  char *whole = whole_path (c, path);
  vec_clear (out);
  if (whole && is_below (whole, from))
    text_printf (c->mem, out, "%.*s%s%s", (int) (path - word), word, to,
                 whole + strlen (from));
  text_c (c->mem, out);
  free (whole);
  return out->len && !access (out->data + (path - word), F_OK);
}

void version_move_flags (const program_config *config, command *c,
                         size_t first) {
  const char *from = config->moved_from, *to = config->moved_to;
  size_t n = c->word.len;
  char *input = version_real_input (config);
  char_vec text = {0};
  for (size_t i = first; i < n; i++) {
    const char *was = word_path (c->word.data[i]);
    if (move_word (c, i, from, to, &text))
      c->word.data[i] = arena_string (&c->text, text.data, text.len);
    else if (move_word (c, i, to, from, &text))
      was = word_path (text.data);
    else
      continue;
    command_add (c, "-idirafter");
    command_add (c, was);
  }
  char *slash = input ? strrchr (input, '/') : NULL;
  if (slash) {
    *slash = '\0';
    command_add (c, "-idirafter");
    command_add (c, input);
  }
  free (input);
  vec_release (c->mem, &text);
}

void version_tell (const program_config *config, const char *messages,
                   FILE *to) {
  const char *root = config->moved_to;
  size_t n = root && config->moved_name ? strlen (root) : 0;
  char part[SHOWN_MAX];
  while (*messages)
    if (n && !strncmp (messages, root, n)) {
      fprintf (to, "%s:", config->moved_name);
      messages += n + (messages[n] == '/');
    } else {
      messages += shown_char (messages, part);
      fputs (part, to);
    }
}

/* Names. */

/* A path with '=' cannot be mapped. */
static void map_name (command *c, const char *from, const char *to) {
  char_vec map = {0};
  text_printf (c->mem, &map, "-fmacro-prefix-map=%s=%s", from, to);
  if (!strchr (from, '='))
    command_add (c, text_c (c->mem, &map));
  vec_release (c->mem, &map);
}

/* "../include/" is "include/"; what is not below the root stays as it is. */
static void name_path (const program_config *config, command *c,
                       const char *path, bool is_directory) {
  const char *const roots[] = {config->name_root, config->moved_from};
  char *whole = whole_path (c, path);
  char_vec from = {0}, to = {0};
  size_t n = strlen (path);
  while (n > 1 && path[n - 1] == '/')
    n--;
  text_printf (c->mem, &from, "%.*s%s", (int) n, path, is_directory ? "/" : "");
  for (int i = 0; whole && i < 2; i++)
    if (roots[i] && is_below (whole, roots[i])) {
      const char *rest = whole + strlen (roots[i]);
      rest += *rest == '/';
      text_printf (c->mem, &to, "%s%s", rest, is_directory && *rest ? "/" : "");
      map_name (c, text_c (c->mem, &from), text_c (c->mem, &to));
      break;
    }
  free (whole);
  vec_release (c->mem, &from, &to);
}

static void name_word (const program_config *config, command *c,
                       const char *path) {
  struct stat st;
  char *whole = whole_path (c, path);
  if (whole && !stat (whole, &st))
    name_path (config, c, path, S_ISDIR (st.st_mode));
  free (whole);
}

void version_name_files (const program_config *config, command *c, size_t first,
                         const char *input) {
  static const char *const times[] = {"-D__DATE__=\"Jan  1 1970\"",
                                      "-D__TIME__=\"00:00:00\"",
                                      "-D__TIMESTAMP__=\"\""};
  const char *slash = strrchr (input, '/');
  size_t n = c->word.len;
  for (size_t i = first; i < n && !config->name; i++) /* else those of both */
    name_word (config, c, word_path (c->word.data[i]));
  for (size_t i = 0; i < sizeof times / sizeof *times; i++)
    command_add (c, times[i]);
  char *folder = slash ? strndup (input, (size_t) (slash - input)) : NULL;
  name_path (config, c, folder ? folder : ".", true);
  free (folder);
  if (config->moved_from)
    name_path (config, c, config->moved_from, true);
  name_path (config, c, config->name_root, true);
  if (config->name)
    map_name (c, input, config->name);
  else
    name_path (config, c, input, false);
}
