#include "export/export_unit.h"

#include "base/clock.h"
#include "export/c_source.h"
#include "export/export_c.h"
#include "export/kept_file.h"
#include "export/unit_read.h"
#include "program/compile.h"
#include "program/compiler_flags.h"
#include "program/database.h"

#include <stdlib.h>

#define MAX_OF_PATH 5  /* tests, for boundaries */
#define MAX_OTHERS 500 /* paths */
#define MAX_LENGTH 24  /* decisions */

typedef struct unit_exporting {
  kept_file file;
  memory *mem;
  map met;   /* boundaries */
  map moved; /* keys of paths on which tests of the file are now -> how many */
  char_vec header;  /* for C++: it declares the function; "": the source does */
  char_vec objects; /* linked besides: " part1.o other.c" */
  char_vec bytes;   /* of 'inputs' */
  VEC (testinput) inputs;
} unit_exporting;

bool unit_is_for (const export_request *q) {
  return unit_format_of (q->format) && *suite_about (q->suite)->entry;
}

/* Paths. */

/* How one gets from a directory to a file, both absolute. */
static void put_relative (memory *mem, const char *from, const char *to,
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

/* The head. */

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
static void put_path (unit_exporting *x, const char *option, const char *path,
                      const char *from, char_vec *out) {
  char whole[PATH_MAX], joined[PATH_MAX];
  char_vec text = {0};
  bool is_whole = *path == '/';
  text_puts (x->mem, &text, option);
  snprintf (joined, sizeof joined, "%s%s%s", is_whole ? "" : from,
            is_whole ? "" : "/", path);
  if (!realpath (joined, whole))
    text_puts (x->mem, &text, path);
  else if (!strncmp (whole, "/usr/", 5))
    text_puts (x->mem, &text, whole);
  else
    put_relative (x->mem, x->file.directory, whole, &text);
  if (text.len == strlen (option)) /* the directory itself */
    text_puts (x->mem, &text, ".");
  put_flag (x->mem, text_c (x->mem, &text), out);
  vec_release (x->mem, &text);
}

static bool is_path_option (const compiler_option *o) {
  return o && o->has_value &&
         (!strcmp (o->start, "-I") || !strncmp (o->start, "-i", 2) ||
          !strcmp (o->start, "--sysroot"));
}

static void put_words (unit_exporting *x, const char *const *flag, size_t n,
                       const char *from) {
  for (size_t i = 0; i < n; i++) {
    const compiler_option *o = compiler_option_find (flag[i]);
    bool is_pair = o && compiler_option_is_pair (o, flag[i]) && i + 1 < n;
    text_puts (x->mem, &x->file.head, " ");
    if (is_path_option (o) && !is_pair && flag[i][0] == '-' &&
        flag[i][strlen (o->start)] != '=') {
      put_path (x, o->start, flag[i] + strlen (o->start), from, &x->file.head);
      continue;
    }
    put_flag (x->mem, flag[i], &x->file.head);
    if (!is_pair)
      continue;
    text_puts (x->mem, &x->file.head, " ");
    if (is_path_option (o))
      put_path (x, "", flag[++i], from, &x->file.head);
    else
      put_flag (x->mem, flag[++i], &x->file.head);
  }
}

static void put_flags (unit_exporting *x) {
  command c;
  trouble ignored = {0};
  const suite_facts *f = x->file.facts;
  const char *const *flags = x->file.tested.config.flags;
  size_t n = 0;
  command_init (&c, x->mem);
  database_add_flags (&c, *f->compile_commands ? f->compile_commands : NULL,
                      f->input, &ignored);
  put_words (x, (const char *const *) c.word.data, c.word.len,
             c.directory ? c.directory : f->directory);
  while (flags[n])
    n++;
  put_words (x, flags, n, f->directory);
  command_release (&c);
}

static bool is_cxx (const program_config *like, const char *path) {
  static const char *const flags[] = {
      "-x", "c++", "-std=c++20", "-fsyntax-only", "-w", NULL};
  program_config config = *like;
  command c;
  trouble ignored = {0};
  char_vec out = {0}, messages = {0};
  bool is_good = false;
  config.input = path;
  config.libc = NULL;
  command_init (&c, config.mem);
  if (!compile_command (&config, flags, &c, &ignored))
    compile_run (&c, &out, &messages, &is_good, &ignored);
  vec_release (config.mem, &out, &messages);
  command_release (&c);
  return is_good;
}

/* C++ takes the source if it is C++, too; or else a header that declares the
 * function, and the source is compiled as C.
 */
static status find_cxx (unit_exporting *x, const c_source *source) {
  kept_file *k = &x->file;
  if (k->format->format != TEST_FORMAT_GTEST ||
      (!source->has_klee && is_cxx (&k->tested.config, k->facts->input)))
    return ST_OK;
  if (c_source_declaring (x->mem, source, k->facts->entry, &x->header) &&
      is_cxx (&k->tested.config, x->header.data))
    return ST_OK;
  return trouble_set (
      k->trouble, ST_UNSUPPORTED,
      "'%s' does not compile as C++, and it includes no header with '%s' that "
      "does: export cmocka, unity, check or c",
      k->facts->given, k->facts->entry);
}

static void put_include (unit_exporting *x) {
  kept_file *k = &x->file;
  bool is_c = k->format->format != TEST_FORMAT_GTEST;
  const char *path = x->header.len ? x->header.data : k->facts->input;
  if (is_c && c_put_program (x->mem, path, &k->head))
    return;
  const char *main = x->header.len ? "" : "#define main reprise_program_main\n";
  text_printf (x->mem, &k->head, "%s%s#include \"", main,
               is_c ? "" : "extern \"C\" {\n");
  put_relative (x->mem, k->directory, path, &k->head);
  text_printf (x->mem, &k->head, "\"\n%s%s", is_c ? "" : "}\n",
               *main ? "#undef main\n" : "");
}

/* How a source gets into the program that is no part of the test's. */
static void put_object (unit_exporting *x, const char *path, bool has_main,
                        const char *as) {
  kept_file *k = &x->file;
  text_puts (x->mem, &k->head, "cc -c");
  put_flags (x);
  text_printf (x->mem, &k->head, "%s -o %s ",
               has_main ? " -Dmain=program_main" : "", as);
  put_path (x, "", path, "", &k->head);
  text_puts (x->mem, &k->head, " &&\n *     ");
  text_printf (x->mem, &x->objects, " %s", as);
}

static bool is_source (const char *path) {
  size_t n = strlen (path);
  return n > 2 && !strcmp (path + n - 2, ".c");
}

/* Other files of the run whose functions are part of the program; C++ would
 * take them for its own, and a main is that of the tests.
 */
static void put_others (unit_exporting *x, const c_source *source) {
  kept_file *k = &x->file;
  const program *p = k->tested.program;
  bool is_cxx = k->format->format == TEST_FORMAT_GTEST;
  uint32_t start = program_find_function (p, "main");
  char path[PATH_MAX], input[PATH_MAX], as[32];
  map seen;
  map_init (&seen, x->mem);
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
    snprintf (as, sizeof as, "part%zu.o", seen.len);
    if (is_cxx || has_main)
      put_object (x, path, has_main, as);
    else {
      text_puts (x->mem, &x->objects, " ");
      put_path (x, "", path, "", &x->objects);
    }
  }
  map_release (&seen);
  text_c (x->mem, &x->objects);
}

static void put_head (unit_exporting *x, const c_source *source) {
  kept_file *k = &x->file;
  text_printf (x->mem, &k->head,
               "/* Tests of %s in %s, written by Reprise.\n *\n *     ",
               k->entry, k->facts->given);
  if (x->header.len)
    put_object (x, k->facts->input, c_source_defines (source, "main"),
                "tested.o");
  put_others (x, source);
  text_puts (x->mem, &k->head, k->format->compiler);
  put_flags (x);
  text_printf (
      x->mem, &k->head,
      " %s%s%s%s && ./a.out\n *\n"
      " * Exported again, tests that still hold stay as they are, and what is "
      "between\n * tests is yours. Tests of errors are compiled with "
      "-DREPRISE_FAULTS; they fail\n * until the error is fixed, most only "
      "with -fsanitize=address,undefined.\n */\n\n",
      k->name.data, x->objects.data, k->format->libraries,
      source->has_math ? " -lm" : "");
  bool is_c = k->format->format != TEST_FORMAT_GTEST;
  if (is_c)
    put_include (x);
  text_printf (x->mem, &k->head,
               "%s#include <stdbool.h>\n#include <stdlib.h>\n"
               "#include <string.h>\n%s\n",
               is_c ? "\n" : "", k->format->head);
  if (!is_c) { /* its headers do not stand what C defines, "false" say */
    put_include (x);
    text_puts (x->mem, &k->head, "\n");
  }
}

/* The tests. */

static bool is_there (const unit_tests *all, const unit_test *t) {
  for (size_t i = 0; i < all->len; i++)
    if (all->data[i].body.len == t->body.len &&
        !memcmp (all->data[i].body.data, t->body.data, t->body.len))
      return true;
  return false;
}

static bool make_test_of (unit_exporting *x, uint32_t index, bool is_first,
                          bool *is_more) {
  kept_file *k = &x->file;
  testcase t;
  retraced now;
  unit_test test = {0};
  suite_get (k->request->suite, index, &t);
  retrace_follow (k->retrace, &t, clock_now () + RETRACE_TIME, &now);
  bool is_telling =
      is_first && t.end.kind == END_EXIT && retrace_is_computed (k->retrace);
  unsigned n =
      retrace_improve (k->retrace, is_telling ? NULL : &x->met, is_more, &now);
  *is_more |= is_telling;
  bool is_made =
      (n || is_first) &&
      unit_test_make (&test, k->format, k->retrace, &now, &k->written, x->mem);
  if (is_made && !is_there (&k->tests, &test))
    vec_push (x->mem, &k->tests, test);
  else
    unit_test_release (&test, x->mem);
  return is_made;
}

/* Besides those that the path has. */
static void make_more_of (unit_exporting *x, uint32_t index, uint64_t has) {
  bool is_more = true, is_made = true;
  for (uint64_t n = has; n < MAX_OF_PATH && is_more && is_made; n++)
    is_made = make_test_of (x, index, false, &is_more);
}

/* If the answer is computed, one with values that tell how; then as many as
 * there are boundaries of the path that no other test met.
 */
static void make_tests_of (unit_exporting *x, uint32_t index) {
  bool is_more, is_made = make_test_of (x, index, true, &is_more);
  x->file.counts->left_out += !is_made;
  if (is_more && is_made)
    make_more_of (x, index, 1);
}

static bool is_chosen (const kept_file *k, uint32_t index) {
  for (size_t i = 0; i < k->chosen.len; i++)
    if (k->chosen.data[i] == index)
      return true;
  return false;
}

/* A long path, but one to read: loops that all others take once go round in it.
 */
static void make_long (unit_exporting *x) {
  const behaviour *b = &x->file.paths;
  size_t best = SIZE_MAX;
  uint32_t most = 0;
  for (size_t i = 0; i < b->index.len; i++)
    if (!b->is_fault.data[i] && b->rounds.data[i] > most &&
        is_chosen (&x->file, b->index.data[i]))
      most = b->rounds.data[i];
  for (size_t i = 0; i < b->index.len; i++) {
    uint32_t n = b->rounds.data[i];
    if (!b->is_fault.data[i] && n > most && n <= MAX_LENGTH) {
      most = n;
      best = i;
    }
  }
  if (best != SIZE_MAX)
    make_tests_of (x, b->index.data[best]);
}

/* Other paths, for boundaries that those in the file cannot meet: a loop that
 * runs three times says nothing of n < 0 and n <= 0.
 */
static void make_others (unit_exporting *x) {
  kept_file *k = &x->file;
  bool is_more;
  for (size_t i = 0, n = 0; i < k->paths.index.len && n < MAX_OTHERS; i++) {
    uint32_t index = k->paths.index.data[i];
    if (k->paths.is_fault.data[i] || is_chosen (k, index))
      continue;
    make_test_of (x, index, false, &is_more);
    n++;
  }
}

/* Tests of the file. */

/* Its values, for the inputs of a test that is like it; false: they are none.
 */
static bool read_values (unit_exporting *x, const char *body,
                         const testcase *like, testcase *out) {
  vec_clear (&x->bytes);
  vec_clear (&x->inputs);
  if (!unit_read (body, like, x->mem, &x->bytes))
    return false;
  const uint8_t *at = (const uint8_t *) x->bytes.data;
  for (uint32_t i = 0; i < like->n_inputs; at += like->input[i++].size) {
    testinput in = like->input[i];
    in.bytes = at;
    vec_push (x->mem, &x->inputs, in);
  }
  *out = *like;
  out->input = x->inputs.data;
  return true;
}

/* What the program makes of its values now. */
static void try_values (unit_exporting *x, filed_test *f, const testcase *t) {
  kept_file *k = &x->file;
  retraced now;
  if (!retrace_try (k->retrace, t, clock_now () + RETRACE_TIME, &now))
    return;
  retrace_note_met (k->retrace, &x->met);
  uint64_t key = behaviour_key (now.path, now.answer);
  if (map_get (&k->holds, filed_key (f), 0))
    return;
  map_put (&k->filed, key, 1);
  ++*map_at (&x->moved, key);
  f->is_tried = unit_test_make (&f->now, k->format, k->retrace, &now,
                                &k->written, x->mem);
}

static void try_test (unit_exporting *x, filed_test *f, const testcase *like) {
  kept_file *k = &x->file;
  char_vec body = {0};
  testcase t;
  text_add (x->mem, &body, f->at, (size_t) (f->end - f->at));
  text_c (x->mem, &body);
  int n = unit_read_count (body.data, k->facts->entry);
  if (n >= 0 && (size_t) n != like->types->params.len)
    f->why = "the function has other parameters now";
  else if (!f->is_edited && read_values (x, body.data, like, &t))
    try_values (x, f, &t);
  vec_release (x->mem, &body);
}

static void try_filed (unit_exporting *x) {
  kept_file *k = &x->file;
  testcase like;
  if (!k->paths.index.len)
    return;
  suite_get (k->request->suite, k->paths.index.data[0], &like);
  for (size_t i = 0; like.types && i < k->in_file.len; i++)
    try_test (x, k->in_file.data + i, &like);
}

/* Paths that tests of the file are on, but were not: their boundaries may have
 * moved.
 */
static void make_moved (unit_exporting *x) {
  const behaviour *b = &x->file.paths;
  for (size_t i = 0; i < b->index.len; i++) {
    uint64_t has = map_get (&x->moved, b->keys.data[i], 0);
    if (has && !b->is_fault.data[i])
      make_more_of (x, b->index.data[i], has);
  }
}

static status export_all (unit_exporting *x, const c_source *source) {
  kept_file *k = &x->file;
  status st = find_cxx (x, source);
  if (st)
    return st;
  put_head (x, source);
  try_filed (x);
  kept_file_choose (k);
  for (size_t i = 0; i < k->chosen.len; i++)
    make_tests_of (x, k->chosen.data[i]);
  make_moved (x);
  if (!k->old.len) { /* or else it would grow each time */
    make_long (x);
    make_others (x);
  }
  if (!k->tests.len && !k->old.len)
    return trouble_set (k->trouble, ST_UNSUPPORTED,
                        "no test of %s can be written as C: export another "
                        "format",
                        k->entry);
  return kept_file_write (k);
}

status unit_export (const export_request *q, export_counts *counts,
                    trouble *t) {
  unit_exporting x = {.mem = q->mem};
  c_source source;
  const suite_facts *f = suite_about (q->suite);
  status st = c_source_read (q->mem, f->input, &source, t);
  map_init (&x.met, x.mem);
  map_init (&x.moved, x.mem);
  if (!st) {
    st = kept_file_open (&x.file, q, f->entry, counts, t);
    if (!st)
      st = export_all (&x, &source);
    kept_file_release (&x.file);
  }
  map_release (&x.met);
  map_release (&x.moved);
  vec_release (x.mem, &x.header, &x.objects, &x.bytes, &x.inputs);
  c_source_release (x.mem, &source);
  return st;
}
