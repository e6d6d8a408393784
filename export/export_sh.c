#include "export/export_sh.h"

#include "export/kept_file.h"
#include "export/situation.h"
#include "export/unit_name.h"

#include <ctype.h>

typedef struct sh_exporting {
  kept_file file;
  memory *mem;
  bool is_bats;
  arena arena;
} sh_exporting;

/* Words of a shell. */

static bool is_printable (const char *text, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (text[i] < ' ' || text[i] > '~')
      return false;
  return true;
}

/* For printf: only letters, and escapes that every shell knows. */
static void put_format (memory *mem, const char *text, size_t n,
                        char_vec *out) {
  text_puts (mem, out, "'");
  for (size_t i = 0; i < n; i++) {
    unsigned char c = (unsigned char) text[i];
    if (c == '\n')
      text_puts (mem, out, "\\n");
    else if (c == '%' || c == '\\')
      text_printf (mem, out, "%c%c", c, c);
    else if (c == '\'' || c < ' ' || c > '~')
      text_printf (mem, out, "\\%03o", c);
    else
      vec_push (mem, out, (char) c);
  }
  text_puts (mem, out, "'");
}

/* A substitution would lose a newline at its end. */
static void put_word (memory *mem, const char *text, char_vec *out) {
  size_t n = strlen (text);
  bool is_plain = n > 0;
  for (size_t i = 0; i < n; i++)
    is_plain &=
        isalnum ((unsigned char) text[i]) || strchr ("-_.,=:+", text[i]);
  if (is_plain)
    text_puts (mem, out, text);
  else if (is_printable (text, n) && !strchr (text, '\''))
    text_printf (mem, out, "'%s'", text);
  else {
    text_puts (mem, out, "\"$(printf -- ");
    put_format (mem, text, n, out);
    text_puts (mem, out, ")\"");
  }
}

/* A path may lead out of the directory of the test, to files that matter. */
static bool is_harmless (const char *text) {
  size_t n = strlen (text);
  return !strchr (text, '/') && strcmp (text, "..") &&
         (!n || text[n - 1] != '\n');
}

/* One test. */

/* All bytes that the path wrote; false: not all of them are kept. */
static bool is_whole (const outcome_part *p) {
  for (uint32_t i = 0; i < p->n; i++)
    if (!outcome_is_known (p, i))
      return false;
  return p->n == p->size && !p->n_pointers;
}

static void put_output (sh_exporting *x, const testcase *t, const char *name,
                        const char *command, char_vec *out) {
  const outcome_part *p = outcome_find (&t->outcome, OUTCOME_OUTPUT, name);
  if (p && !is_whole (p))
    return;
  text_printf (x->mem, out, "  %s ", command);
  put_format (x->mem, p ? (const char *) p->bytes : "", p ? p->n : 0, out);
  text_puts (x->mem, out, "\n");
}

static void put_files (sh_exporting *x, const testcase *t, char_vec *out) {
  for (uint32_t i = 0; i < t->outcome.n; i++) {
    const outcome_part *p = t->outcome.part + i;
    if (p->what != OUTCOME_FILE || !is_harmless (p->name) || !is_whole (p))
      continue;
    text_puts (x->mem, out, p->is_freed ? "  removes " : "  leaves ");
    put_word (x->mem, p->name, out);
    if (!p->is_freed) {
      text_puts (x->mem, out, " ");
      put_format (x->mem, (const char *) p->bytes, p->n, out);
    }
    text_puts (x->mem, out, "\n");
  }
}

static void put_given (sh_exporting *x, const situation *s, char_vec *out) {
  for (size_t i = 0; i < s->file.len; i++) {
    const situation_file *f = s->file.data + i;
    text_puts (x->mem, out, "  file ");
    put_word (x->mem, f->name, out);
    text_puts (x->mem, out, " ");
    put_format (x->mem, (const char *) f->bytes, f->size, out);
    text_puts (x->mem, out, "\n");
  }
  if (s->input.bytes) {
    text_puts (x->mem, out, "  input ");
    put_format (x->mem, (const char *) s->input.bytes, s->input.size, out);
    text_puts (x->mem, out, "\n");
  }
  text_puts (x->mem, out, "  run_program");
  for (size_t i = 1; i + 1 < s->argument.len; i++) {
    text_puts (x->mem, out, " ");
    put_word (x->mem, s->argument.data[i], out);
  }
  text_puts (x->mem, out, "\n");
}

#define MAX_WORDS 30 /* letters, about */

/* Behind the name of the program: "n_given_ab_exits_0" */
static void name_test (sh_exporting *x, const situation *s, const testcase *t,
                       char_vec *out) {
  for (size_t i = 1; i + 1 < s->argument.len && out->len < MAX_WORDS; i++) {
    const char *bare = s->argument.data[i] + strspn (s->argument.data[i], "-");
    unit_name_value (x->mem, bare, strlen (bare), out);
    text_puts (x->mem, out, out->len && vec_last (out) != '_' ? "_" : "");
  }
  size_t before = out->len;
  text_puts (x->mem, out, "given_");
  size_t start = out->len;
  if (s->input.bytes && before < MAX_WORDS)
    unit_name_value (x->mem, (const char *) s->input.bytes, s->input.size, out);
  if (out->len == start)
    out->len = before;
  else
    text_puts (x->mem, out, "_");
  if (t->end.kind == END_FAULT)
    text_printf (x->mem, out, "has_no_%s", fault_name (t->end.fault));
  else
    text_printf (x->mem, out, "exits_%d", t->end.status & 255);
  text_c (x->mem, out);
}

static void put_test (sh_exporting *x, uint32_t index, const situation *s,
                      const testcase *t) {
  uint64_t key = kept_file_key (&x->file, index) - 1;
  unit_test test = {.path = (uint32_t) (key >> 32),
                    .answer = (uint32_t) key,
                    .is_fault = t->end.kind == END_FAULT};
  char_vec *out = &test.body;
  name_test (x, s, t, &test.outcome);
  if (test.is_fault && x->is_bats)
    text_puts (x->mem, out,
               "  [ -n \"${REPRISE_FAULTS-}\" ] || skip \"fails until the "
               "error is fixed\"\n");
  put_given (x, s, out);
  if (test.is_fault)
    text_puts (x->mem, out, "  survives\n");
  else {
    text_printf (x->mem, out, "  exits %d\n", t->end.status & 255);
    put_output (x, t, "stdout", "prints", out);
    put_output (x, t, "stderr", "complains", out);
    put_files (x, t, out);
  }
  text_c (x->mem, out);
  text_c (x->mem, &test.words);
  for (unsigned i = 0; i < UNIT_CONDITIONS; i++)
    text_c (x->mem, &test.when[i]);
  vec_push (x->mem, &x->file.tests, test);
}

/* The variables of a test would be those of whoever runs it. */
static bool add_test (sh_exporting *x, uint32_t index) {
  situation s = {0};
  testcase t;
  suite_get (x->file.request->suite, index, &t);
  bool is_good = situation_make (&s, x->mem, &x->arena, x->file.facts, &t);
  for (size_t i = 1; is_good && i + 1 < s.argument.len; i++)
    is_good = is_harmless (s.argument.data[i]);
  for (size_t i = 0; is_good && i < s.file.len; i++)
    is_good = is_harmless (s.file.data[i].name);
  if (is_good)
    put_test (x, index, &s, &t);
  situation_release (&s, x->mem);
  return is_good;
}

/* The file. */

static void put_script_head (sh_exporting *x, const char *called) {
  kept_file *k = &x->file;
  text_printf (
      x->mem, &k->head,
      "%s# Tests of %s, written by Reprise.\n#\n#     %s%s%s\n#\n"
      "# Tests of errors fail until the error is fixed; they run with\n"
      "# REPRISE_FAULTS=1. Exported again, tests that still hold stay as they\n"
      "# are, and what is between tests is yours.\n"
      "program=$(realpath \"${%s\")%s\nname=%s\n\n%s\n",
      k->format->compiler, k->facts->given,
      x->is_bats ? "PROGRAM=./program bats " : "sh ", k->name.data,
      x->is_bats ? "" : " ./program",
      x->is_bats ? "PROGRAM:?}" : "1:?which program?}",
      x->is_bats ? "" : " || exit 2", called, k->format->head);
}

static status export_script (sh_exporting *x, const char *called) {
  kept_file *k = &x->file;
  put_script_head (x, called);
  kept_file_choose (k);
  for (size_t i = 0; i < k->chosen.len; i++)
    k->counts->left_out[LEFT_UNSAID] += !add_test (x, k->chosen.data[i]);
  if (!k->tests.len && !k->old.len)
    return trouble_set (k->trouble, ST_UNSUPPORTED,
                        "no test of '%s' can be written as a script: 'tests "
                        "replay --executable' runs them in a sandbox",
                        k->facts->given);
  return kept_file_write (k);
}

/* A name for functions of a shell: "./2nd-one.c" is test_2nd_one. */
static void put_entry (memory *mem, const char *called, char_vec *out) {
  text_puts (mem, out, isdigit ((unsigned char) *called) ? "test_" : "");
  for (size_t i = 0, n = strcspn (called, "."); i < n; i++)
    vec_push (mem, out, isalnum ((unsigned char) called[i]) ? called[i] : '_');
  text_c (mem, out);
}

status sh_export (const export_request *q, export_counts *counts, trouble *t) {
  const suite_facts *f = suite_about (q->suite);
  const char *base = strrchr (f->given, '/');
  const char *called = base ? base + 1 : f->given;
  sh_exporting x = {.mem = q->mem, .is_bats = q->format == TEST_FORMAT_BATS};
  char_vec entry = {0}, quoted = {0};
  if (*f->entry)
    return trouble_set (t, ST_UNSUPPORTED,
                        "--format=%s is for tests of a program: those of a "
                        "function are exported as c, cmocka, gtest, unity or "
                        "check",
                        test_format_name (q->format));
  put_entry (x.mem, called, &entry);
  put_word (x.mem, called, &quoted);
  arena_init (&x.arena, x.mem);
  status st = kept_file_open (&x.file, q, entry.data, counts, t);
  if (!st)
    st = export_script (&x, text_c (x.mem, &quoted));
  kept_file_release (&x.file);
  arena_release (&x.arena);
  vec_release (x.mem, &entry, &quoted);
  return st;
}
