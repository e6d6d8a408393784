#include "export/unit_build.h"

#include "program/compiler_flags.h"
#include "program/database.h"

#include <stdlib.h>

void unit_put_relative (memory *mem, const char *from, const char *to,
                        char_vec *out) {
  size_t common = 0;
  for (size_t i = 0; from[i] == to[i] && from[i]; i++)
    if (from[i + 1] == '/' || !from[i + 1])
      common = to[i + 1] == '/' ? i + 1 : common;
  for (const char *at = from + common; *at; at++)
    if (*at == '/' && at[1])
      text_puts (mem, out, "../");
  text_puts (mem, out, to + common + (to[common] == '/'));
}

/* A word of the command, for a shell, in a comment of C. */
static void put_flag (memory *mem, const char *flag, char_vec *out) {
  size_t plain =
      strspn (flag, "abcdefghijklmnopqrstuvwxyz"
                    "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.,=:+/@%");
  bool is_plain = *flag && !flag[plain];
  text_puts (mem, out, is_plain ? "" : "'");
  for (const char *at = flag; *at; at++) {
    bool is_comment = (*at == '*' && at[1] == '/') || /* begin or end of one */
                      (*at == '/' && at[1] == '*');
    if (*at == '\'')
      text_puts (mem, out, "'\\''");
    else
      text_printf (mem, out, "%c%s", *at, is_comment ? "''" : "");
  }
  text_puts (mem, out, is_plain ? "" : "'");
}

/* A path is seen from where the compiler is started, and the tests are
 * elsewhere.
 */
static void put_path (const unit_build *b, const char *option, const char *path,
                      const char *from, char_vec *out) {
  char whole[PATH_MAX], joined[PATH_MAX];
  char_vec text = {0};
  bool is_whole = *path == '/';
  text_puts (b->mem, &text, option);
  snprintf (joined, sizeof joined, "%s%s%s", is_whole ? "" : from,
            is_whole ? "" : "/", path);
  if (!realpath (joined, whole))
    text_puts (b->mem, &text, path);
  else if (!strncmp (whole, "/usr/", 5))
    text_puts (b->mem, &text, whole);
  else
    unit_put_relative (b->mem, b->file->directory, whole, &text);
  if (text.len == strlen (option)) /* the directory itself */
    text_puts (b->mem, &text, ".");
  put_flag (b->mem, text_c (b->mem, &text), out);
  vec_release (b->mem, &text);
}

static bool is_path_option (const compiler_option *o) {
  return o && o->has_value &&
         (!strcmp (o->start, "-I") || !strncmp (o->start, "-i", 2) ||
          !strcmp (o->start, "--sysroot"));
}

static void put_words (unit_build *b, const char *const *flag, size_t n,
                       const char *from) {
  for (size_t i = 0; i < n; i++) {
    const compiler_option *o = compiler_option_find (flag[i]);
    bool is_pair = o && compiler_option_is_pair (o, flag[i]) && i + 1 < n;
    text_puts (b->mem, &b->flags, " ");
    if (is_path_option (o) && !is_pair && flag[i][0] == '-' &&
        flag[i][strlen (o->start)] != '=') {
      put_path (b, o->start, flag[i] + strlen (o->start), from, &b->flags);
      continue;
    }
    put_flag (b->mem, flag[i], &b->flags);
    if (!is_pair)
      continue;
    text_puts (b->mem, &b->flags, " ");
    if (is_path_option (o))
      put_path (b, "", flag[++i], from, &b->flags);
    else
      put_flag (b->mem, flag[++i], &b->flags);
  }
}

/* Those of its entry in a database, if it has one. */
static void add_flags (const suite_facts *f, command *c) {
  database d;
  trouble ignored = {0};
  char *whole = realpath (f->input, NULL);
  if (!whole)
    return;
  bool is_open = !database_open (
      &d, c->mem, *f->compile_commands ? f->compile_commands : NULL, f->input,
      &ignored);
  const database_entry *e = is_open ? database_find (&d, whole) : NULL;
  if (e)
    database_add_entry (&d, e, c);
  database_close (&d);
  free (whole);
}

static void put_flags (unit_build *b) {
  command c;
  const suite_facts *f = b->file->facts;
  const char *const *flags = b->file->tested.config.flags;
  size_t n = 0;
  command_init (&c, b->mem);
  add_flags (f, &c);
  put_words (b, (const char *const *) c.word.data, c.word.len,
             c.directory ? c.directory : f->directory);
  while (flags[n])
    n++;
  put_words (b, flags, n, f->directory);
  command_release (&c);
}

static bool is_source (const char *path) {
  size_t n = strlen (path);
  return n > 2 && !strcmp (path + n - 2, ".c");
}

/* "": no object of its own. */
static void add_source (unit_build *b, const char *path, const char *name,
                        bool has_main) {
  unit_object o = {.has_main = has_main};
  put_path (b, "", path, "", &o.path);
  text_puts (b->mem, &o.name, name);
  text_c (b->mem, &o.path);
  text_c (b->mem, &o.name);
  vec_push (b->mem, &b->objects, o);
}

/* Other files of the run whose functions are part of the program; C++ would
 * take them for its own, and a main is that of the tests.
 */
static void add_others (unit_build *b, const c_source *source) {
  const kept_file *k = b->file;
  const program *p = k->tested.program;
  bool is_cxx = k->format->format == TEST_FORMAT_GTEST;
  uint32_t start = program_find_function (p, "main");
  char path[PATH_MAX], input[PATH_MAX], name[32];
  map seen;
  map_init (&seen, b->mem);
  if (!realpath (k->facts->input, input))
    *input = 0;
  for (uint32_t i = 0; i < program_count_functions (p); i++) {
    const function *f = program_function (p, i);
    const char *file = f->file ? program_file (p, f->file) : "";
    bool is_known = !f->is_users || !f->has_body || !is_source (file) ||
                    map_get (&seen, f->file, 0) || !realpath (file, path);
    const char *base = strrchr (file, '/');
    if (is_known || !strcmp (path, input) ||
        c_source_includes (source, base ? base + 1 : file))
      continue;
    map_put (&seen, f->file, 1);
    bool has_main =
        start != UINT32_MAX && program_function (p, start)->file == f->file;
    snprintf (name, sizeof name, "part%zu.o", seen.len);
    add_source (b, path, is_cxx || has_main ? name : "", has_main);
  }
  map_release (&seen);
}

void unit_build_init (unit_build *b, const kept_file *file,
                      const c_source *source, bool is_apart) {
  *b = (unit_build) {
      .mem = file->mem, .file = file, .has_math = source->has_math};
  put_flags (b);
  text_c (b->mem, &b->flags);
  if (is_apart)
    add_source (b, file->facts->input, "tested.o",
                c_source_defines (source, "main"));
  add_others (b, source);
}

void unit_build_release (unit_build *b) {
  for (size_t i = 0; i < b->objects.len; i++)
    vec_release (b->mem, &b->objects.data[i].path, &b->objects.data[i].name);
  vec_release (b->mem, &b->objects);
  vec_release (b->mem, &b->flags);
}

void unit_build_put (const unit_build *b, const char *cc, const char *compiler,
                     const char *directory, const char *name,
                     const char *libraries, const char *next, char_vec *out) {
  memory *mem = b->mem;
  for (size_t i = 0; i < b->objects.len; i++) {
    const unit_object *o = b->objects.data + i;
    if (o->name.len)
      text_printf (mem, out, "%s -c%s%s -o %s%s %s%s", cc, b->flags.data,
                   o->has_main ? " -Dmain=program_main" : "", directory,
                   o->name.data, o->path.data, next);
  }
  text_printf (mem, out, "%s%s %s", compiler, b->flags.data, name);
  for (size_t i = 0; i < b->objects.len; i++) {
    const unit_object *o = b->objects.data + i;
    text_printf (mem, out, " %s%s", o->name.len ? directory : "",
                 o->name.len ? o->name.data : o->path.data);
  }
  text_printf (mem, out, "%s%s", libraries, b->has_math ? " -lm" : "");
}
