#include "diff/depends.h"

#include "program/compile.h"
#include "program/dependencies.h"
#include "program/source.h"
#include "run/subject.h"

#include <unistd.h>

static const char *const depend_flags[] = {
    "-w", "-MM", "-MG", "-MT", "input", "-x", "c", "-Qunused-arguments", NULL,
};

/* DIRECTORY/path; where the compiler was started if that is relative. Gives
 * whether there is a file.
 */
static bool add_path (const command *c, const char *directory, const char *path,
                      char_vec *paths) {
  size_t start = paths->len;
  if (*path != '/' && *directory != '/' && c->directory)
    text_printf (c->mem, paths, "%s/", c->directory);
  if (*path != '/' && *directory)
    text_printf (c->mem, paths, "%s/", directory);
  text_puts (c->mem, paths, path);
  vec_push (c->mem, paths, '\0');
  return access (paths->data + start, F_OK) == 0;
}

/* The compiler names a missing header as it is written in the program. */
static void add_places (const command *c, const char *header, char_vec *paths) {
  const char *input = vec_last (&c->word), *slash = strrchr (input, '/');
  if (slash) {
    text_add (c->mem, paths, input, (size_t) (slash - input) + 1);
    text_puts (c->mem, paths, header);
    vec_push (c->mem, paths, '\0');
  }
  for (size_t i = 0; i + 1 < c->word.len; i++) {
    const char *flag = c->word.data[i];
    if (!strncmp (flag, "-I", 2))
      add_path (c, flag[2] ? flag + 2 : c->word.data[i + 1], header, paths);
  }
}

static void add_all (const command *c, const char_vec *found, char_vec *paths) {
  const char *end = found->data + found->len;
  for (const char *path = found->data; path < end; path += strlen (path) + 1)
    if (!add_path (c, "", path, paths) && *path != '/')
      add_places (c, path, paths);
}

static void list_headers (const program_config *config, char_vec *paths) {
  command c;
  char_vec rule = {0}, messages = {0}, found = {0};
  bool succeeded = false;
  trouble ignored = {0};
  command_init (&c, config->mem);
  if (!compile_command (config, depend_flags, &c, &ignored) &&
      !compile_run (&c, &rule, &messages, &succeeded, &ignored) && succeeded) {
    dependencies_parse_rule (config->mem, text_c (config->mem, &rule), &found);
    add_all (&c, &found, paths);
  }
  vec_release (config->mem, &found, &messages, &rule);
  command_release (&c);
}

static status list_files (const program_config *config, char_vec *paths,
                          trouble *t) {
  source s;
  text_puts (config->mem, paths, config->input);
  vec_push (config->mem, paths, '\0');
  status st = source_read (config->mem, config->input, &s, t);
  if (!st && s.kind == SOURCE_C)
    list_headers (config, paths);
  source_release (config->mem, &s);
  return st;
}

status depends_list (context *c, const char *input, char_vec *paths) {
  subject s;
  status st = subject_init (&s, c, input, 0, NULL);
  program_config config = subject_config (&s);
  if (!st)
    st = list_files (&config, paths, &c->trouble);
  subject_release (&s);
  return st;
}
