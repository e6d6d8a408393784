#include "program/depends.h"

#include "program/compile.h"
#include "program/source.h"

#include <string.h>

static const char *const depend_flags[] = {
    "-w", "-MM", "-MG", "-MT", "input", "-x", "c", "-Qunused-arguments", NULL,
};

static void end_path (memory *mem, char_vec *paths) {
  if (paths->len && vec_last (paths))
    vec_push (mem, paths, '\0');
}

/* Relative paths are seen from where the compiler was started. */
static void start_path (memory *mem, char_vec *paths, const char *directory,
                        char first) {
  if ((paths->len && vec_last (paths)) || first == '/' || !directory)
    return;
  text_printf (mem, paths, "%s/", directory);
}

/* A rule as in a makefile: "input: a.c b\ c.h \\ NEWLINE d.h". */
static void parse_rule (memory *mem, const char *at, const char *directory,
                        char_vec *paths) {
  for (; *at; at++) {
    if (*at == ' ' || *at == '\n' || (*at == '\\' && at[1] == '\n')) {
      end_path (mem, paths);
      continue;
    }
    if ((*at == '\\' && at[1] && strchr (" #\\", at[1])) ||
        (*at == '$' && at[1] == '$'))
      at++;
    start_path (mem, paths, directory, *at);
    vec_push (mem, paths, *at);
  }
  end_path (mem, paths);
}

static void list_headers (const program_config *config, char_vec *paths) {
  command c;
  char_vec rule = {0}, messages = {0};
  bool succeeded = false;
  trouble ignored = {0};
  command_init (&c, config->mem);
  if (!compile_command (config, depend_flags, &c, &ignored) &&
      !compile_run (&c, &rule, &messages, &succeeded, &ignored) && succeeded) {
    const char *colon = strstr (text_c (config->mem, &rule), ": ");
    if (colon)
      parse_rule (config->mem, colon + 2, c.directory, paths);
  }
  vec_release (config->mem, &messages);
  vec_release (config->mem, &rule);
  command_release (&c);
}

status depends_list (const program_config *config, char_vec *paths,
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
