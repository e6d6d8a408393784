#include "suite/export_unit.h"

#include "base/clock.h"
#include "base/whole_file.h"
#include "program/database.h"
#include "suite/c_source.h"
#include "suite/export_c.h"
#include "suite/maintained.h"
#include "suite/tested.h"

#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#define MAX_MORE 4 /* tests of one path, for boundaries */
#define TEST_TIME (10 * CLOCK_SECOND)

typedef struct unit_exporting {
  const export_request *request;
  memory *mem;
  const suite_facts *facts;
  const unit_format *format;
  trouble *trouble;
  tested tested;
  retrace *retrace;
  behaviour paths;
  map filed; /* keys of tests in the file */
  map holds; /* keys of all paths */
  map met;   /* boundaries */
  unit_tests tests;
  char directory[PATH_MAX]; /* absolute: loading goes elsewhere */
  char_vec path, head, old, text;
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

/* A flag's path is where the compiler is started, and the tests are elsewhere.
 */
static void put_flag (unit_exporting *x, const char *flag, const char *from) {
  bool is_path = !strncmp (flag, "-I", 2) && flag[2];
  char whole[PATH_MAX], joined[PATH_MAX];
  vec_push (x->mem, &x->head, ' ');
  if (is_path) {
    snprintf (joined, sizeof joined, "%s%s%s", flag[2] == '/' ? "" : from,
              flag[2] == '/' ? "" : "/", flag + 2);
    if (realpath (joined, whole)) {
      text_puts (x->mem, &x->head, "-I");
      put_relative (x->mem, x->directory, whole, &x->head);
      return;
    }
  }
  text_puts (x->mem, &x->head, flag);
}

static void put_flags (unit_exporting *x) {
  command c;
  trouble ignored = {0};
  const suite_facts *f = x->facts;
  command_init (&c, x->mem);
  database_add_flags (&c, *f->compile_commands ? f->compile_commands : NULL,
                      f->input, &ignored);
  for (size_t i = 0; i < c.word.len; i++)
    put_flag (x, c.word.data[i], c.directory ? c.directory : f->directory);
  for (size_t i = 0; i + 1 < x->tested.flag.len; i++)
    put_flag (x, x->tested.flag.data[i], f->directory);
  command_release (&c);
}

static void put_include (unit_exporting *x) {
  bool is_cxx = x->format->format == TEST_FORMAT_GTEST;
  if (!is_cxx && c_put_program (x->mem, x->facts->input, &x->head))
    return;
  text_puts (x->mem, &x->head, "#define main reprise_program_main\n");
  text_puts (x->mem, &x->head, is_cxx ? "extern \"C\" {\n" : "");
  text_puts (x->mem, &x->head, "#include \"");
  put_relative (x->mem, x->directory, x->facts->input, &x->head);
  text_puts (x->mem, &x->head, is_cxx ? "\"\n}\n" : "\"\n");
  text_puts (x->mem, &x->head, "#undef main\n");
}

static void put_head (unit_exporting *x, const char *name) {
  const suite_facts *f = x->facts;
  text_printf (x->mem, &x->head,
               "/* Tests of %s in %s, written by Reprise.\n *\n *     %s",
               f->entry, f->given, x->format->compiler);
  put_flags (x);
  text_printf (
      x->mem, &x->head,
      " %s%s && ./a.out\n *\n"
      " * Exported again, tests that still hold stay as they are, and what is "
      "between\n * tests is yours. Tests of errors are compiled with "
      "-DREPRISE_FAULTS; they fail\n * until the error is fixed, most only "
      "with -fsanitize=address,undefined.\n */\n\n",
      name, x->format->libraries);
  put_include (x);
  text_puts (x->mem, &x->head,
             "\n#include <stdbool.h>\n#include <stdlib.h>\n"
             "#include <string.h>\n");
  text_printf (x->mem, &x->head, "%s\n", x->format->head);
  text_c (x->mem, &x->head);
}

/* The tests. */

/* All tests that are asked for, followed: which paths there are. */
static void follow_tests (unit_exporting *x, export_counts *counts) {
  const export_request *q = x->request;
  for (uint32_t i = 0; i < q->n; i++) {
    testcase t;
    retraced now = {0};
    suite_get (q->suite, q->index[i], &t);
    if (t.end.kind == END_EXIT || t.end.kind == END_FAULT)
      retrace_follow (x->retrace, &t, clock_now () + TEST_TIME, &now);
    if (now.is_same) {
      behaviour_add (&x->paths, q->index[i], x->retrace, &now);
      map_put (&x->holds, behaviour_key (now.path, now.answer), 1);
    } else
      counts->left_out++;
    counts->outdated += t.end.kind != END_CUT && !now.answers_so;
  }
}

static bool is_there (const unit_exporting *x, const unit_test *t) {
  for (size_t i = 0; i < x->tests.len; i++)
    if (x->tests.data[i].body.len == t->body.len &&
        !memcmp (x->tests.data[i].body.data, t->body.data, t->body.len))
      return true;
  return false;
}

static bool make_test_of (unit_exporting *x, uint32_t index, bool is_first,
                          bool *is_more) {
  testcase t;
  retraced now;
  unit_test test = {0};
  suite_get (x->request->suite, index, &t);
  retrace_follow (x->retrace, &t, clock_now () + TEST_TIME, &now);
  bool is_telling =
      is_first && t.end.kind == END_EXIT && retrace_is_computed (x->retrace);
  unsigned n =
      retrace_improve (x->retrace, is_telling ? NULL : &x->met, is_more, &now);
  *is_more |= is_telling;
  bool is_made = (n || is_first) &&
                 unit_test_make (&test, x->format, x->retrace, &now, x->mem);
  if (is_made && !is_there (x, &test))
    vec_push (x->mem, &x->tests, test);
  else
    unit_test_release (&test, x->mem);
  return is_made;
}

/* If the answer is computed, one with values that tell how; then as many as
 * there are boundaries of the path that no other test met.
 */
static void make_tests_of (unit_exporting *x, uint32_t index,
                           export_counts *counts) {
  bool is_more, is_made = make_test_of (x, index, true, &is_more);
  counts->left_out += !is_made;
  for (unsigned k = 0; k < MAX_MORE && is_more && is_made; k++)
    is_made = make_test_of (x, index, false, &is_more);
}

static bool is_filed (unit_exporting *x, uint32_t index) {
  for (size_t i = 0; i < x->paths.index.len; i++)
    if (x->paths.index.data[i] == index)
      return map_get (&x->filed, x->paths.keys.data[i], 0);
  return false;
}

static void make_tests (unit_exporting *x, export_counts *counts) {
  const export_request *q = x->request;
  u32_vec chosen = {0};
  x->retrace = retrace_new (q->context, x->tested.program,
                            (int) x->tested.arg.len, x->tested.arg.data);
  follow_tests (x, counts);
  if (q->is_whole)
    for (size_t i = 0; i < x->paths.index.len; i++)
      vec_push (x->mem, &chosen, x->paths.index.data[i]);
  else
    behaviour_choose (&x->paths, q->suite, &x->filed, &chosen);
  for (size_t i = 0; i < chosen.len; i++)
    if (!is_filed (x, chosen.data[i]))
      make_tests_of (x, chosen.data[i], counts);
  vec_release (x->mem, &chosen);
  retrace_free (x->retrace);
}

static status write_file (unit_exporting *x, export_counts *counts) {
  status st =
      maintain (x->mem, x->format, x->facts->entry, x->head.data, x->old.data,
                &x->holds, &x->tests, &x->text, &counts->maintained);
  const maintained *m = &counts->maintained;
  counts->tests = m->kept + m->changed + m->added + m->edited;
  if (st)
    return trouble_set (
        x->trouble, st,
        "'%s' exists, and 'tests export' did not write it in this "
        "format: give another directory with -o",
        x->path.data);
  counts->files = 1;
  return whole_file_write (x->path.data, x->text.data, x->text.len, x->trouble);
}

/* Tests in C include it. */
static status check_source (unit_exporting *x) {
  c_source source;
  status st = c_source_read (x->mem, x->facts->input, &source, x->trouble);
  c_source_release (x->mem, &source);
  return st;
}

static status export_all (unit_exporting *x, export_counts *counts) {
  char_vec name = {0};
  if (!realpath (x->request->directory, x->directory))
    return trouble_set (x->trouble, ST_NOFILE, "cannot find '%s'",
                        x->request->directory);
  status st = check_source (x);
  if (!st)
    st = tested_load (&x->tested, x->request->context, x->facts);
  if (st)
    return st;
  text_printf (x->mem, &name, "test_%s%s", x->facts->entry, x->format->suffix);
  text_printf (x->mem, &x->path, "%s/%s", x->directory, text_c (x->mem, &name));
  put_head (x, name.data);
  vec_release (x->mem, &name);
  c_source_read_file (x->mem, text_c (x->mem, &x->path), &x->old);
  maintained_keys (text_c (x->mem, &x->old), &x->filed);
  make_tests (x, counts);
  if (!x->tests.len && !x->old.len)
    return trouble_set (x->trouble, ST_UNSUPPORTED,
                        "no test of %s can be written as C: export another "
                        "format",
                        x->facts->entry);
  return write_file (x, counts);
}

status unit_export (const export_request *q, export_counts *counts,
                    trouble *t) {
  unit_exporting x = {.request = q,
                      .mem = q->mem,
                      .facts = suite_about (q->suite),
                      .format = unit_format_of (q->format),
                      .trouble = t,
                      .tested.mem = q->mem};
  behaviour_init (&x.paths, x.mem);
  map_init (&x.filed, x.mem);
  map_init (&x.holds, x.mem);
  map_init (&x.met, x.mem);
  status st = export_all (&x, counts);
  behaviour_release (&x.paths);
  map_release (&x.filed);
  map_release (&x.holds);
  map_release (&x.met);
  for (size_t i = 0; i < x.tests.len; i++)
    unit_test_release (x.tests.data + i, x.mem);
  vec_release (x.mem, &x.tests);
  vec_release (x.mem, &x.path);
  vec_release (x.mem, &x.head);
  vec_release (x.mem, &x.old);
  vec_release (x.mem, &x.text);
  tested_release (&x.tested);
  return st;
}
