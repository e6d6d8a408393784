#include "export/export_unit.h"

#include "base/clock.h"
#include "export/c_source.h"
#include "export/export_c.h"
#include "export/kept_file.h"
#include "export/unit_build.h"
#include "export/unit_confirm.h"
#include "export/unit_read.h"
#include "program/compile.h"
#include "suite/misuse.h"

#include <dirent.h>
#include <stdlib.h>

#define MAX_OF_PATH 5  /* tests, for boundaries */
#define MAX_OTHERS 500 /* paths */
#define MAX_LENGTH 24  /* decisions */

typedef struct unit_exporting {
  kept_file file;
  memory *mem;
  map met;   /* boundaries */
  map has;   /* keys of paths -> how many tests of the file are on them now */
  map moved; /* keys of those that some were not on before */
  char_vec header; /* for C++: it declares the function; "": the source does */
  char_vec header_text;
  const c_source *source;
  unit_build build;
  unit_subject about;
  char_vec bytes; /* of 'inputs' */
  unit_returned_vec returned;
  VEC (testinput) inputs;
} unit_exporting;

bool unit_is_for (const export_request *q) {
  return unit_format_of (q->format) && *suite_about (q->suite)->entry;
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
      is_cxx (&k->tested.config, x->header.data) &&
      c_source_read_file (x->mem, x->header.data, &x->header_text))
    return ST_OK;
  return trouble_set (
      k->trouble, ST_UNSUPPORTED,
      "'%s' does not compile as C++, and it includes no header with '%s' that "
      "does: export cmocka, unity, check or c",
      k->facts->given, k->facts->entry);
}

/* Functions of the program that are called like some of the framework have
 * another name in the tests: "#define pack program_pack".
 */
static void put_renamed (unit_exporting *x, const char *how, char_vec *out) {
  char_vec name = {0};
  const char *taken = x->file.format->taken;
  const char *first = *how == '#' && how[1] == 'd'
                          ? "/* The framework has these names, too. */\n"
                          : "";
  for (size_t n; taken && *taken; taken += n + 1) {
    n = strcspn (taken, " ");
    vec_clear (&name);
    text_add (x->mem, &name, taken, n);
    if (!c_source_defines (x->source, text_c (x->mem, &name)))
      continue;
    text_puts (x->mem, out, first);
    unit_put (x->mem, out, how, name.data, NULL);
    first = "";
  }
  vec_release (x->mem, &name);
}

#define RENAMED "#define $1 program_$1\n"

static void put_include (unit_exporting *x, char_vec *out) {
  kept_file *k = &x->file;
  bool is_c = k->format->format != TEST_FORMAT_GTEST;
  const char *path = x->header.len ? x->header.data : k->facts->input;
  if (is_c && c_put_program (x->mem, path, out))
    return;
  const char *main = x->header.len ? "" : "#define main reprise_program_main\n";
  text_printf (x->mem, out, "%s%s#include \"", main,
               is_c ? "" : "extern \"C\" {\n");
  unit_put_relative (x->mem, k->directory, path, out);
  text_printf (x->mem, out, "\"\n%s%s", is_c ? "" : "}\n",
               *main ? "#undef main\n" : "");
}

/* The program, and the library that the tests are written with. */
static void put_includes (unit_exporting *x, const char *library,
                          char_vec *out) {
  bool is_c = x->file.format->format != TEST_FORMAT_GTEST;
  if (is_c) {
    put_renamed (x, RENAMED, out);
    put_include (x, out);
    put_renamed (x, "#undef $1\n", out);
  }
  text_printf (x->mem, out,
               "%s#include <stdbool.h>\n#include <stdlib.h>\n"
               "#include <string.h>\n%s",
               is_c ? "\n" : "", library);
  if (is_c)
    put_renamed (x, "#undef $1\n" RENAMED, out);
  text_puts (x->mem, out, "\n");
  if (!is_c) { /* its headers do not stand what C defines, "false" say */
    put_include (x, out);
    text_puts (x->mem, out, "\n");
  }
}

static void put_head (unit_exporting *x) {
  kept_file *k = &x->file;
  text_printf (x->mem, &k->head,
               "/* Tests of %s in %s, written by Reprise.\n *\n *     ",
               k->entry, k->facts->given);
  unit_build_put (&x->build, "cc", k->format->compiler, "", k->name.data,
                  k->format->libraries, " &&\n *     ", &k->head);
  text_puts (
      x->mem, &k->head,
      " && ./a.out\n *\n"
      " * Exported again, tests that still hold stay as they are, and what is "
      "between\n * tests is yours. Tests of errors are compiled with "
      "-DREPRISE_FAULTS; they fail\n * until the error is fixed, most only "
      "with -fsanitize=address,undefined.\n */\n\n");
  put_includes (x, k->format->head, &k->head);
}

/* The tests. */

static bool is_there (const unit_tests *all, const unit_test *t) {
  for (size_t i = 0; i < all->len; i++)
    if (all->data[i].body.len == t->body.len &&
        !memcmp (all->data[i].body.data, t->body.data, t->body.len))
      return true;
  return false;
}

/* Whoever calls it so is wrong, and no test of the function. */
static bool is_misuse (const testcase *t) {
  char_vec text = {0};
  bool is_one = t->end.kind == END_FAULT
                    ? choices_class (t, &text) != ERROR_CERTAIN
                    : choices_are_wrong (t);
  vec_release (NULL, &text);
  return is_one;
}

/* With values that tell most; if those are misuse, with ordinary ones. */
static unsigned choose_values (unit_exporting *x, const testcase *t,
                               bool is_first, bool *is_more, retraced *now) {
  kept_file *k = &x->file;
  unsigned n = 0;
  for (int is_ordinary = 0; is_ordinary < 2; is_ordinary++) {
    retrace_follow (k->retrace, t, clock_now () + RETRACE_TIME, now);
    bool is_telling =
        is_first && t->end.kind == END_EXIT && retrace_is_computed (k->retrace);
    n = retrace_improve (k->retrace, is_telling ? NULL : &x->met, &k->written,
                         is_ordinary, is_more, now);
    *is_more |= is_telling;
    if (t->end.kind == END_FAULT || !is_misuse (&now->test))
      break;
  }
  return n;
}

static bool make_test_of (unit_exporting *x, uint32_t index, bool is_first,
                          bool *is_more) {
  kept_file *k = &x->file;
  testcase t;
  retraced now;
  unit_test test = {0};
  suite_get (k->request->suite, index, &t);
  *is_more = false;
  bool is_wrong = t.end.kind == END_FAULT && is_misuse (&t);
  unsigned n = is_wrong ? 0 : choose_values (x, &t, is_first, is_more, &now);
  is_wrong |= t.end.kind != END_FAULT && is_misuse (&now.test);
  bool is_made = (n || is_first) && !is_wrong &&
                 unit_test_make (&test, &x->about, k->retrace, &now, x->mem);
  k->counts->left_out[is_wrong ? LEFT_MISUSE : LEFT_UNSAID] +=
      is_first && !is_made;
  test.is_more = !is_first;
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
    if (!b->is_fault.data[i] && !b->is_alias.data[i] && n > most &&
        n <= MAX_LENGTH) {
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
    if (k->paths.is_fault.data[i] || k->paths.is_alias.data[i] ||
        is_chosen (k, index))
      continue;
    make_test_of (x, index, false, &is_more);
    n++;
  }
}

/* Tests of the file. */

/* Its values, for the inputs of a test that is like it; false: they are none.
 * What functions return comes last.
 */
static bool read_values (unit_exporting *x, const char *body,
                         const testcase *like, testcase *out) {
  vec_clear (&x->bytes);
  vec_clear (&x->inputs);
  vec_clear (&x->returned);
  for (uint32_t i = 0; i < like->n_inputs; i++)
    if (!unit_is_returned (like->input + i))
      vec_push (x->mem, &x->inputs, like->input[i]);
  *out = *like;
  out->input = x->inputs.data;
  out->n_inputs = (uint32_t) x->inputs.len;
  if (!unit_read (body, out, x->mem, &x->bytes, &x->returned))
    return false;
  const uint8_t *at = (const uint8_t *) x->bytes.data;
  for (size_t i = 0; i < x->inputs.len; at += x->inputs.data[i++].size)
    x->inputs.data[i].bytes = at;
  for (size_t i = 0; i < x->returned.len; i++) {
    const unit_returned *v = x->returned.data + i;
    vec_push (x->mem, &x->inputs,
              (testinput) {v->name, SYMBOLIC_OBJECT, v->size, v->bytes});
  }
  out->input = x->inputs.data;
  out->n_inputs = (uint32_t) x->inputs.len;
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
  bool is_kept = map_get (&k->holds, filed_key (f), 0);
  ++*map_at (&x->has, key);
  if (f->is_edited || (is_kept && !f->is_stale))
    return;
  map_put (&k->filed, key, 1);
  if (!is_kept)
    map_put (&x->moved, key, 1);
  f->is_tried = unit_test_make (&f->now, &x->about, k->retrace, &now, x->mem);
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
  else if (f->is_edited && f->is_stale)
    f->why = "it does not compile any more";
  else if (read_values (x, body.data, like, &t))
    try_values (x, f, &t);
  vec_release (x->mem, &body);
}

static void try_filed (unit_exporting *x) {
  kept_file *k = &x->file;
  testcase like;
  if (!k->paths.index.len)
    return;
  suite_get (k->request->suite, k->paths.index.data[0], &like);
  for (size_t i = 0; like.types && i < k->in_file.len; i++) {
    filed_test *f = k->in_file.data + i;
    try_test (x, f, &like);
    bool is_gone = f->why || (f->is_stale && !f->is_tried);
    if (is_gone && filed_key (f)) /* its path needs another */
      map_put (&k->filed, filed_key (f), 0);
  }
}

/* Paths that tests of the file are on, but were not: their boundaries may have
 * moved.
 */
static void make_moved (unit_exporting *x) {
  const behaviour *b = &x->file.paths;
  for (size_t i = 0; i < b->index.len; i++) {
    uint64_t key = b->keys.data[i];
    if (map_get (&x->moved, key, 0) && !b->is_fault.data[i])
      make_more_of (x, b->index.data[i], map_get (&x->has, key, 0));
  }
}

/* Confirmed natively (unit_confirm.h). Those that would have to be confirmed
 * and are not, and those that are given up, go.
 */
static void confirm_all (unit_exporting *x) {
  kept_file *k = &x->file;
  VEC (unit_test *) all = {0};
  confirmed c = {0};
  char_vec includes = {0};
  size_t n = 0;
  for (size_t i = 0; i < k->tests.len; i++)
    if (!k->tests.data[i].is_fault)
      vec_push (x->mem, &all, k->tests.data + i);
  for (size_t i = 0; i < k->in_file.len; i++)
    if (k->in_file.data[i].is_tried && !k->in_file.data[i].now.is_fault)
      vec_push (x->mem, &all, &k->in_file.data[i].now);
  put_includes (x, "", &includes);
  if (k->request->is_native)
    unit_confirm (&x->build, text_c (x->mem, &includes), all.len, all.data, &c);
  for (size_t i = 0; i < all.len && !c.is_done; i++)
    if (all.data[i]->is_unsure)
      unit_test_release (all.data[i], x->mem);
  for (size_t i = 0; i < k->tests.len; i++)
    if (k->tests.data[i].body.data)
      k->tests.data[n++] = k->tests.data[i];
  k->counts->left_out[LEFT_UNSAID] += (uint32_t) (k->tests.len - n);
  k->tests.len = n;
  for (size_t i = 0; i < k->in_file.len; i++)
    k->in_file.data[i].is_tried &= k->in_file.data[i].now.body.data != NULL;
  k->counts->fewer = c.fewer;
  vec_release (x->mem, &all);
  vec_release (x->mem, &includes);
}

static status export_all (unit_exporting *x, const c_source *source) {
  kept_file *k = &x->file;
  x->source = source;
  status st = find_cxx (x, source);
  if (st)
    return st;
  x->about = (unit_subject) {.format = k->format,
                             .program = k->tested.program,
                             .written = &k->written,
                             .header = x->header_text.data};
  unit_build_init (&x->build, k, source, x->header.len);
  put_head (x);
  if (k->request->is_native)
    unit_find_stale (&x->build, k->old.data, &k->in_file);
  try_filed (x);
  kept_file_choose (k);
  for (size_t i = 0; i < k->chosen.len; i++)
    make_tests_of (x, k->chosen.data[i]);
  make_moved (x);
  if (!k->old.len) { /* or else it would grow each time */
    make_long (x);
    make_others (x);
  }
  confirm_all (x);
  if (!k->tests.len && !k->old.len)
    return trouble_set (
        k->trouble, ST_UNSUPPORTED,
        k->counts->fewer ? "no test of %s is to be had: natively, each answers "
                           "otherwise or dies"
                         : "no test of %s can be written as C: export another "
                           "format",
        k->entry);
  return kept_file_write (k);
}

/* Files of functions that are gone, renamed say. */

/* "/" "* Tests of NAME in FILE, written by Reprise."; false: it is none. */
static bool read_heading (const char *text, const char *given, char_vec *name) {
  static const char begin[] = "/* Tests of ";
  char_vec rest = {0};
  const char *in = strstr (text, " in ");
  if (!text_begins (text, begin) || !in || in - text > 200)
    return false;
  vec_clear (name);
  text_add (NULL, name, text + strlen (begin),
            (size_t) (in - text) - strlen (begin));
  text_c (NULL, name);
  text_printf (NULL, &rest, " in %s, written by Reprise.", given);
  bool is_ours = text_begins (in, text_c (NULL, &rest));
  vec_release (NULL, &rest);
  return is_ours;
}

static bool is_gone (memory *mem, const c_source *source, const char *name) {
  char_vec path = {0};
  bool is_here = c_source_has (source, name) ||
                 c_source_declaring (mem, source, name, &path);
  vec_release (mem, &path);
  return !is_here;
}

static void warn_of_gone (unit_exporting *x, const c_source *source) {
  kept_file *k = &x->file;
  DIR *d = opendir (k->directory);
  char_vec path = {0}, text = {0}, name = {0};
  for (struct dirent *e; d && (e = readdir (d));) {
    vec_clear (&path);
    vec_clear (&text);
    text_printf (x->mem, &path, "%s/%s", k->directory, e->d_name);
    bool is_gone_file =
        text_begins (e->d_name, "test_") &&
        c_source_read_file (x->mem, text_c (x->mem, &path), &text) &&
        read_heading (text.data, k->facts->given, &name) &&
        is_gone (x->mem, source, name.data);
    if (is_gone_file)
      log_warning (
          &k->request->context->log,
          "'%s/%s' tests %s, which is no longer in %s; if it has another "
          "name now, export that and remove this file",
          k->request->directory, e->d_name, name.data, k->facts->given);
  }
  if (d)
    closedir (d);
  vec_release (x->mem, &path, &text);
  vec_release (NULL, &name);
}

status unit_export (const export_request *q, export_counts *counts,
                    trouble *t) {
  unit_exporting x = {.mem = q->mem};
  c_source source;
  const suite_facts *f = suite_about (q->suite);
  status st = c_source_read (q->mem, f->input, &source, t);
  map_init (&x.met, x.mem);
  map_init (&x.has, x.mem);
  map_init (&x.moved, x.mem);
  if (!st) {
    st = kept_file_open (&x.file, q, f->entry, counts, t);
    if (!st)
      st = export_all (&x, &source);
    if (!st)
      warn_of_gone (&x, &source);
    if (x.build.mem)
      unit_build_release (&x.build);
    kept_file_release (&x.file);
  }
  map_release (&x.met);
  map_release (&x.has);
  map_release (&x.moved);
  vec_release (x.mem, &x.header, &x.header_text, &x.bytes, &x.inputs,
               &x.returned);
  c_source_release (x.mem, &source);
  return st;
}
