#include "suite/export_sh.h"

#include "base/clock.h"
#include "base/whole_file.h"
#include "suite/behaviour.h"
#include "suite/c_source.h"
#include "suite/situation.h"
#include "suite/tested.h"
#include "suite/unit_name.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>

#define TEST_TIME (10 * CLOCK_SECOND)
#define MAX_NAME 60
#define WRITTEN " written by Reprise"

typedef struct sh_exporting {
  const export_request *request;
  memory *mem;
  const suite_facts *facts;
  bool is_bats;
  const char *program; /* as its users call it */
  arena arena;
  char_vec out, list;
  map names;
} sh_exporting;

/* Words of a shell. */

static bool is_printable (const char *text, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (text[i] < ' ' || text[i] > '~')
      return false;
  return true;
}

/* For printf: only letters, and escapes that every shell knows. */
static void put_format (sh_exporting *x, const char *text, size_t n) {
  text_puts (x->mem, &x->out, "'");
  for (size_t i = 0; i < n; i++) {
    unsigned char c = (unsigned char) text[i];
    if (c == '\n')
      text_puts (x->mem, &x->out, "\\n");
    else if (c == '%' || c == '\\')
      text_printf (x->mem, &x->out, "%c%c", c, c);
    else if (c == '\'' || c < ' ' || c > '~')
      text_printf (x->mem, &x->out, "\\%03o", c);
    else
      vec_push (x->mem, &x->out, (char) c);
  }
  text_puts (x->mem, &x->out, "'");
}

/* A substitution would lose a newline at its end. */
static void put_word (sh_exporting *x, const char *text) {
  size_t n = strlen (text);
  bool is_plain = n > 0;
  for (size_t i = 0; i < n; i++)
    is_plain &=
        isalnum ((unsigned char) text[i]) || strchr ("-_.,=:+", text[i]);
  if (is_plain)
    text_puts (x->mem, &x->out, text);
  else if (is_printable (text, n) && !strchr (text, '\''))
    text_printf (x->mem, &x->out, "'%s'", text);
  else {
    text_puts (x->mem, &x->out, "\"$(printf ");
    put_format (x, text, n);
    text_puts (x->mem, &x->out, ")\"");
  }
}

/* A path may lead out of the directory of the test, to files that matter. */
static bool is_harmless (const char *text) {
  size_t n = strlen (text);
  return !strchr (text, '/') && strcmp (text, "..") &&
         (!n || text[n - 1] != '\n');
}

/* One test. */

/* Text that the path wrote to this descriptor; false: not all of it is kept. */
static bool find_output (const testcase *t, const char *name,
                         const outcome_part **out) {
  *out = outcome_find (&t->outcome, OUTCOME_OUTPUT, name);
  const outcome_part *p = *out;
  for (uint32_t i = 0; p && i < p->n; i++)
    if (!outcome_is_known (p, i))
      return false;
  return !p || (p->n == p->size && !p->n_pointers);
}

static void put_output (sh_exporting *x, const testcase *t, const char *name,
                        const char *command) {
  const outcome_part *p;
  if (!find_output (t, name, &p))
    return;
  text_printf (x->mem, &x->out, "  %s ", command);
  put_format (x, p ? (const char *) p->bytes : "", p ? p->n : 0);
  text_puts (x->mem, &x->out, "\n");
}

static void put_given (sh_exporting *x, const situation *s) {
  for (size_t i = 0; i < s->file.len; i++) {
    const situation_file *f = s->file.data + i;
    text_puts (x->mem, &x->out, "  file ");
    put_word (x, f->name);
    text_puts (x->mem, &x->out, " ");
    put_format (x, (const char *) f->bytes, f->size);
    text_puts (x->mem, &x->out, "\n");
  }
  if (s->input.bytes) {
    text_puts (x->mem, &x->out, "  input ");
    put_format (x, (const char *) s->input.bytes, s->input.size);
    text_puts (x->mem, &x->out, "\n");
  }
  text_puts (x->mem, &x->out, "  run_program");
  for (size_t i = 1; i + 1 < s->argument.len; i++) {
    text_puts (x->mem, &x->out, " ");
    put_word (x, s->argument.data[i]);
  }
  text_puts (x->mem, &x->out, "\n");
}

/* "cat_n_given_ab_exits_0" */
static void name_test (sh_exporting *x, const situation *s, const testcase *t,
                       char_vec *out) {
  unit_name_value (x->mem, x->program, strcspn (x->program, "."), out);
  for (size_t i = 1; i + 1 < s->argument.len; i++) {
    const char *bare = s->argument.data[i] + strspn (s->argument.data[i], "-");
    text_puts (x->mem, out, *bare && out->len < 30 ? "_" : "");
    unit_name_value (x->mem, bare, out->len < 30 ? strlen (bare) : 0, out);
  }
  if (s->input.bytes && out->len < 30) {
    size_t before = out->len;
    text_puts (x->mem, out, "_given_");
    size_t start = out->len;
    unit_name_value (x->mem, (const char *) s->input.bytes, s->input.size, out);
    out->len = out->len == start ? before : out->len;
  }
  if (t->end.kind == END_FAULT)
    text_printf (x->mem, out, "_has_no_%s", fault_name (t->end.fault));
  else
    text_printf (x->mem, out, "_exits_%d", t->end.status & 255);
  if (out->len > MAX_NAME)
    out->len = MAX_NAME;
  uint64_t *n = map_at (&x->names, hash_bytes (out->data, out->len).lo | 1);
  if (++*n > 1)
    text_printf (x->mem, out, "_%llu", (unsigned long long) *n);
  text_c (x->mem, out);
}

static void put_checks (sh_exporting *x, const testcase *t) {
  if (t->end.kind == END_FAULT) {
    text_puts (x->mem, &x->out, "  survives\n");
    return;
  }
  text_printf (x->mem, &x->out, "  exits %d\n", t->end.status & 255);
  put_output (x, t, "stdout", "prints");
  put_output (x, t, "stderr", "complains");
}

static void put_test (sh_exporting *x, const situation *s, const testcase *t) {
  char_vec name = {0};
  bool is_fault = t->end.kind == END_FAULT;
  name_test (x, s, t, &name);
  text_printf (x->mem, &x->out,
               x->is_bats ? "\n@test \"%s\" {\n" : "\n%s () {\n", name.data);
  if (is_fault)
    text_puts (x->mem, &x->out,
               x->is_bats ? "  [ -n \"${REPRISE_FAULTS-}\" ] || skip \"fails "
                            "until the error is fixed\"\n"
                          : "");
  put_given (x, s);
  put_checks (x, t);
  text_puts (x->mem, &x->out, "}\n");
  text_printf (x->mem, &x->list,
               is_fault ? "[ -z \"${REPRISE_FAULTS-}\" ] || check %s\n"
                        : "check %s\n",
               name.data);
  vec_release (x->mem, &name);
}

/* The variables of a test would be those of whoever runs it. */
static bool add_test (sh_exporting *x, const testcase *t) {
  situation s = {0};
  bool is_good = situation_make (&s, x->mem, &x->arena, x->facts, t);
  for (size_t i = 1; is_good && i + 1 < s.argument.len; i++)
    is_good = is_harmless (s.argument.data[i]);
  for (size_t i = 0; is_good && i < s.file.len; i++)
    is_good = is_harmless (s.file.data[i].name);
  if (is_good)
    put_test (x, &s, t);
  situation_release (&s, x->mem);
  return is_good;
}

/* The file. */

static void put_prelude (sh_exporting *x, const char *file) {
  text_printf (
      x->mem, &x->out,
      "#!/%s\n# Tests of %s," WRITTEN ".\n#\n#     %s%s%s\n#\n"
      "# Tests of errors fail until the error is fixed; they run with\n"
      "# REPRISE_FAULTS=1.\n",
      x->is_bats ? "usr/bin/env bats" : "bin/sh", x->facts->given,
      x->is_bats ? "PROGRAM=./program bats " : "sh ", file,
      x->is_bats ? "" : " ./program");
  text_puts (x->mem, &x->out,
             x->is_bats
                 ? "program=$(realpath \"${PROGRAM:?}\")\n"
                 : "program=$(realpath \"${1:?which program?}\") || exit 2\n");
  text_printf (
      x->mem, &x->out,
      "\nsetup () {\n"
      "  work=$(mktemp -d)\n"
      "  mkdir \"$work/bin\" \"$work/files\"\n"
      "  ln -s \"$program\" \"$work/bin/%s\"\n"
      "  : >\"$work/input\"\n"
      "}\nteardown () { rm -rf \"$work\"; }\n"
      "file () { printf \"$2\" >\"$work/files/$1\"; }\n"
      "input () { printf \"$1\" >\"$work/input\"; }\n"
      "run_program () {\n"
      "  status=0\n"
      "  (cd \"$work/files\" && PATH=$work/bin:$PATH && exec %s \"$@\") \\\n"
      "    <\"$work/input\" >\"$work/out\" 2>\"$work/err\" || status=$?\n"
      "}\n"
      "exits () { [ \"$status\" = \"$1\" ] || fails \"exits with $status, not "
      "$1\"; }\n"
      "survives () { [ \"$status\" -lt 126 ] || fails \"dies with $status\"; "
      "}\n"
      "prints () { printf \"$1\" | cmp -s - \"$work/out\" || fails \"prints "
      "$(cat \"$work/out\")\"; }\n"
      "complains () { printf \"$1\" | cmp -s - \"$work/err\" || fails "
      "\"complains $(cat \"$work/err\")\"; }\n"
      "fails () { echo \"failed: $*\" >&2; return 1; }\n",
      x->program, x->program);
}

static void put_tail (sh_exporting *x) {
  if (x->is_bats)
    return;
  text_puts (x->mem, &x->out,
             "\nfailed=0\n"
             "check () {\n"
             "  (set -e; setup; trap teardown EXIT; \"$1\")\n"
             "  [ $? = 0 ] || { echo \"$1 failed\"; failed=$((failed + 1)); }\n"
             "}\n");
  text_add (x->mem, &x->out, x->list.data, x->list.len);
  text_puts (x->mem, &x->out, "echo \"$failed failed\"\n[ $failed = 0 ]\n");
}

/* Only what we wrote is written again. */
static status write_script (sh_exporting *x, const char *path, trouble *t) {
  char_vec old = {0};
  c_source_read_file (x->mem, path, &old);
  bool is_foreign = old.len && !strstr (text_c (x->mem, &old), WRITTEN);
  vec_release (x->mem, &old);
  if (is_foreign)
    return trouble_set (
        t, ST_NOWRITE,
        "'%s' exists, and 'tests export' did not write it: give "
        "another directory with -o",
        path);
  return whole_file_write (path, x->out.data, x->out.len, t);
}

/* Which tests, one of each class of behaviour. */
static status choose (sh_exporting *x, export_counts *counts, u32_vec *out) {
  const export_request *q = x->request;
  tested of = {.mem = x->mem};
  behaviour paths;
  map none;
  status st = tested_load (&of, q->context, x->facts);
  if (st)
    return st;
  behaviour_init (&paths, x->mem);
  map_init (&none, x->mem);
  retrace *r =
      retrace_new (q->context, of.program, (int) of.arg.len, of.arg.data);
  for (uint32_t i = 0; i < q->n; i++) {
    testcase t;
    retraced now = {0};
    suite_get (q->suite, q->index[i], &t);
    if (t.end.kind != END_CUT)
      retrace_follow (r, &t, clock_now () + TEST_TIME, &now);
    if (now.is_same)
      behaviour_add (&paths, q->index[i], r, &now);
    else
      counts->left_out++;
  }
  behaviour_choose (&paths, q->suite, &none, out);
  retrace_free (r);
  map_release (&none);
  behaviour_release (&paths);
  tested_release (&of);
  return ST_OK;
}

static status export_script (sh_exporting *x, export_counts *counts,
                             trouble *why) {
  const export_request *q = x->request;
  u32_vec chosen = {0};
  char_vec path = {0}, name = {0};
  char whole[PATH_MAX]; /* loading goes elsewhere */
  status st = ST_OK;
  if (!realpath (q->directory, whole))
    st = trouble_set (why, ST_NOFILE, "cannot find '%s'", q->directory);
  if (!st && !q->is_whole)
    st = choose (x, counts, &chosen);
  for (uint32_t i = 0; q->is_whole && i < q->n; i++)
    vec_push (x->mem, &chosen, q->index[i]);
  text_printf (x->mem, &name, "test_%.*s.%s", (int) strcspn (x->program, "."),
               x->program, x->is_bats ? "bats" : "sh");
  text_printf (x->mem, &path, "%s/%s", whole, text_c (x->mem, &name));
  put_prelude (x, name.data);
  for (size_t i = 0; !st && i < chosen.len; i++) {
    testcase t;
    suite_get (q->suite, chosen.data[i], &t);
    bool is_added = t.end.kind != END_CUT && add_test (x, &t);
    counts->tests += is_added;
    counts->left_out += !is_added;
  }
  put_tail (x);
  if (!st && !counts->tests)
    st = trouble_set (why, ST_UNSUPPORTED,
                      "no test of '%s' can be written as a script: 'tests "
                      "replay --executable' runs them in a sandbox",
                      x->facts->given);
  counts->files = 1;
  if (!st)
    st = write_script (x, text_c (x->mem, &path), why);
  vec_release (x->mem, &chosen);
  vec_release (x->mem, &path);
  vec_release (x->mem, &name);
  return st;
}

status sh_export (const export_request *q, export_counts *counts, trouble *t) {
  const char *given = suite_about (q->suite)->given;
  const char *base = strrchr (given, '/');
  sh_exporting x = {.request = q,
                    .mem = q->mem,
                    .facts = suite_about (q->suite),
                    .is_bats = q->format == TEST_FORMAT_BATS,
                    .program = base ? base + 1 : given};
  if (*x.facts->entry)
    return trouble_set (t, ST_UNSUPPORTED,
                        "--format=%s is for tests of a program: those of a "
                        "function are exported as c, cmocka, gtest, unity or "
                        "check",
                        test_format_name (q->format));
  arena_init (&x.arena, x.mem);
  map_init (&x.names, x.mem);
  status st = export_script (&x, counts, t);
  map_release (&x.names);
  arena_release (&x.arena);
  vec_release (x.mem, &x.out);
  vec_release (x.mem, &x.list);
  return st;
}
