#include "program/compile.h"

#include "base/clock.h"
#include "program/dependencies.h"
#include "program/home.h"
#include "program/kept_objects.h"
#include "program/load.h"
#include "program/version_files.h"

#include <errno.h>
#include <unistd.h>

#ifndef REPRISE_CLANG
#define REPRISE_CLANG "clang-19"
#endif
#define OTHER_CLANG "clang" /* where there is none of that name */

static const char *const bitcode_flags[] = {
    "-w",
    "-g",
    "-O0",
    "-Xclang",
    "-disable-O0-optnone",
    "-emit-llvm",
    "-c",
    "-x",
    "c",
    "-Qunused-arguments",
    "-fno-discard-value-names",
    "-o",
    "-",
    "-MD",
    "-MT",
    "input",
    "-MF",
    COMMAND_EXTRA,
    NULL,
};

static void add_pair (command *c, const char *flag, const char *value) {
  command_add (c, flag);
  command_add (c, value);
}

/* The headers must be those of the library that is linked. Ours come last:
 * a program may bring its own klee/klee.h.
 */
static void add_headers (const program_config *config, command *c) {
  static const char *const folders[] = {"gnu", "include"};
  char_vec path = {0};
  if (config->libc)
    command_add (c, "-nostdlibinc");
  for (size_t i = 0; config->libc && i < 2; i++) {
    path.len = 0;
    text_printf (config->mem, &path, "%s/%s", config->libc, folders[i]);
    add_pair (c, "-isystem", text_c (config->mem, &path));
  }
  if (home_find (config->mem, "include", &path))
    add_pair (c, "-idirafter", path.data);
  vec_release (config->mem, &path);
}

/* Reports shall name the input as the user did, and not by its whole path. A
 * map has no way to write a path with '='.
 */
static void add_name (command *c, const char *input, const char *whole) {
  char_vec map = {0};
  text_printf (c->mem, &map, "-fdebug-prefix-map=%s=%s", whole, input);
  if (!strchr (whole, '=') && !strchr (input, '='))
    command_add (c, text_c (c->mem, &map));
  vec_release (c->mem, &map);
}

/* In another directory the input needs its whole path. Clang would take what
 * a path has in common with the directory it runs in off the name of a file,
 * unless that is the root.
 */
static void add_input (const program_config *config, command *c, size_t first) {
  const char *input = config->input;
  char *whole = c->directory ? realpath (input, NULL) : NULL;
  command_add (c, "-fdebug-compilation-dir=/");
  if (config->name_root)
    version_name_files (config, c, first, whole ? whole : input);
  if (whole)
    add_name (c, input, whole);
  /* It reads what lies before functions; calls are checked by the machine. */
  command_add (c, "-fno-sanitize=function");
  command_add (c, "--");
  command_add (c, whole ? whole : input);
  free (whole);
}

static const char *compiler (void) {
  const char *name = getenv ("REPRISE_CLANG");
  return name && *name ? name : REPRISE_CLANG;
}

void compile_list_compilers (memory *mem, char_vec *out) {
  char path[PATH_MAX];
  const char *const names[] = {compiler (), OTHER_CLANG};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    text_printf (mem, out, "%s\n", command_find (names[i], path) ? path : "");
}

static status add_flags (const program_config *config, command *c, trouble *t) {
  const compile_unit *unit = config->unit;
  if (unit && unit->entry)
    database_add_entry (unit->database, unit->entry, c);
  if (unit)
    return ST_OK;
  database d;
  char_vec room = {0};
  char *known = version_real_input (config);
  if (!known)
    return trouble_set (t, ST_NOFILE, "cannot open '%s': %s", config->input,
                        strerror (errno));
  status st =
      database_open (&d, c->mem, version_database (config, &room), known, t);
  const database_entry *e = st ? NULL : version_entry (config, &d);
  if (e)
    database_add_entry (&d, e, c);
  database_close (&d);
  vec_release (c->mem, &room);
  free (known);
  return st;
}

status compile_command (const program_config *config, const char *const *flags,
                        command *c, trouble *t) {
  command_add (c, compiler ());
  for (; *flags; flags++)
    command_add (c, *flags);
  if (config->log && config->log->file && isatty (fileno (config->log->file)))
    command_add (c, "-fcolor-diagnostics");
  if (config->entry) /* it may be static, and nobody call it */
    command_add (c, "-femit-all-decls");
  if (!config->klee) /* zero is an error for __builtin_clz and its like */
    command_add (c, "-fsanitize=builtin");
  size_t first = c->word.len;
  status st = add_flags (config, c, t);
  for (const char *const *flag = config->flags; flag && *flag; flag++)
    command_add (c, *flag);
  if (config->moved_from)
    version_move_flags (config, c, first);
  add_headers (config, c);
  add_input (config, c, first);
  return st;
}

status compile_run (command *c, char_vec *out, char_vec *messages,
                    bool *succeeded, trouble *t) {
  trouble missing = {0};
  status st = command_run (c, out, messages, succeeded, &missing);
  if (st != ST_NOFILE || getenv ("REPRISE_CLANG"))
    return st == ST_OK ? st : trouble_set (t, st, "%s", missing.text);
  c->word.data[0] = arena_string (&c->text, OTHER_CLANG, strlen (OTHER_CLANG));
  if (command_run (c, out, messages, succeeded, &missing) == ST_OK)
    return ST_OK;
  return trouble_set (t, ST_NOFILE,
                      "%s; install clang 19, or name it in REPRISE_CLANG",
                      missing.text);
}

static void compile_show (const program_config *config, char_vec *messages) {
  const logger *log = config->log;
  if (log && log->file && messages->len) {
    version_tell (config, text_c (config->mem, messages), log->file);
    fflush (log->file);
  }
}

/* With these the compiler describes what is declared, too. */
static const char *const types_flags[] = {
    "-w",         "-g", "-O1", "-Xclang", "-disable-llvm-passes",
    "-emit-llvm", "-c", "-x",  "c",       "-Qunused-arguments",
    "-o",         "-",  NULL,
};

status compile_types (const program_config *config, char_vec *bitcode,
                      trouble *t) {
  command c;
  command_init (&c, config->mem);
  char_vec messages = {0};
  bool succeeded = false;
  c.deadline = config->deadline;
  status st = compile_command (config, types_flags, &c, t);
  if (!st)
    st = compile_run (&c, bitcode, &messages, &succeeded, t);
  vec_release (config->mem, &messages);
  command_release (&c);
  return st == ST_OK && !succeeded ? ST_BADINPUT : st;
}

/* Other compilers have flags that clang does not know. The one that it names
 * first is left out, if it is the database's.
 */
static bool drop_unknown (command *c, const char *messages) {
  static const char *const starts[] = {
      "unknown argument: '", "unsupported option '", "unsupported argument '"};
  const char *at = NULL;
  for (size_t i = 0; !at && i < sizeof starts / sizeof *starts; i++)
    if ((at = strstr (messages, starts[i])))
      at += strlen (starts[i]);
  size_t len = at ? strcspn (at, "'") : 0;
  for (size_t i = c->first_kept; len && i < c->end_kept; i++) {
    char *const *word = c->word.data + i;
    size_t n = strlen (*word);
    if (n < len ||
        (strncmp (*word, at, len) && strncmp (*word + n - len, at, len)))
      continue;
    memmove (c->word.data + i, c->word.data + i + 1,
             (c->word.len - i - 1) * sizeof *c->word.data);
    c->word.len--;
    c->end_kept--;
    return true;
  }
  return false;
}

static status compile_anew (const program_config *config, command *c,
                            char_vec *bitcode, dependencies *d, trouble *t) {
  char_vec messages = {0}, rule = {0};
  bool succeeded = false;
  uint64_t started = clock_of_files ();
  status st;
  c->extra = &rule;
  c->meanwhile = load_prepare;
  c->deadline = config->deadline;
  do {
    vec_clear (&messages);
    vec_clear (&rule);
    TRY (compile_run (c, bitcode, &messages, &succeeded, t));
  } while (!succeeded && drop_unknown (c, text_c (config->mem, &messages)));
  if (!succeeded) {
    compile_show (config, &messages);
    st = trouble_set (t, ST_BADINPUT, "'%s' does not compile", config->input);
  } else {
    dependencies_add_compilation (d, c, text_c (config->mem, &rule));
    kept_add (config, c, started, bitcode, d);
  }
out:
  vec_release (config->mem, &rule, &messages);
  return st;
}

status compile (const program_config *config, char_vec *bitcode, trouble *t) {
  command c;
  dependencies own;
  command_init (&c, config->mem);
  dependencies_init (&own, config->mem);
  status st = compile_command (config, bitcode_flags, &c, t);
  if (!st && !kept_find (config, &c, bitcode, &own))
    st = compile_anew (config, &c, bitcode, &own, t);
  if (!st && config->dependencies) {
    dependencies_join (config->dependencies, &own);
    char_vec room = {0};
    if (!config->unit)
      database_list (config->mem, version_database (config, &room),
                     config->input, &config->dependencies->read,
                     &config->dependencies->missing);
    vec_release (config->mem, &room);
  }
  dependencies_release (&own);
  command_release (&c);
  return st;
}
