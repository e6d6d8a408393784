#include "export/export_c.h"

#include "export/c_runtime.h"
#include "export/c_source.h"
#include "program/home.h"
#include "suite/testcase_text.h"

#include <ctype.h>

#define KLEE_HEADER "include/klee/klee.h"
#define NONDET "__VERIFIER_nondet_"
#define FUZZ_NAME "LLVMFuzzerTestOneInput"

typedef struct export_writing {
  const export_request *request;
  memory *mem;
  const suite_facts *facts;
  c_source source;
  char_vec *out;
  bool is_called;       /* the program's main */
  VEC (uint32_t) tests; /* indices of those that are written */
} export_writing;

static bool is_cmocka (const export_writing *w) {
  return w->request->format == TEST_FORMAT_CMOCKA;
}

static void puts_to (export_writing *w, const char *text) {
  text_puts (w->mem, w->out, text);
}

/* A text as C. */
static void put_literal (export_writing *w, const char *text) {
  puts_to (w, "\"");
  for (const unsigned char *p = (const unsigned char *) text; *p; p++)
    if (*p == '"' || *p == '\\')
      text_printf (w->mem, w->out, "\\%c", *p);
    else if (*p < ' ' || *p > '~' || *p == '?')
      text_printf (w->mem, w->out, "\\%03o", *p);
    else
      text_printf (w->mem, w->out, "%c", *p);
  puts_to (w, "\"");
}

/* The program. */

static void put_head (export_writing *w) {
  const suite_facts *f = w->facts;
  text_printf (w->mem, w->out,
               "/* Tests of %s%s%s, written by Reprise " REPRISE_VERSION ".\n",
               f->given, *f->entry ? ":" : "", f->entry);
  text_printf (
      w->mem, w->out,
      " *\n"
      " *     cc%s%s tests.c%s%s && ./a.out%s\n"
      " *\n"
      " * Every test runs in a process of its own and passes when it "
      "ends as it did\n"
      " * when it was found. A test of an error passes while the error "
      "is there; with\n"
      " * -DFIXED it passes when the error is gone. Errors that a plain "
      "build does not\n"
      " * show are skipped: say what the message says, "
      "-fsanitize=address for most.\n"
      " */\n"
      "\n",
      *f->cflags ? " " : "", f->cflags, is_cmocka (w) ? " -lcmocka" : "",
      w->source.has_math ? " -lm" : "", is_cmocka (w) ? "" : " [NUMBER...]");
}

/* klee/klee.h is ours and not on the system's path. */
static status embed (export_writing *w, trouble *t) {
  char_vec path = {0}, klee = {0};
  status st = ST_OK;
  if (home_find (w->mem, KLEE_HEADER, &path) &&
      c_source_read_file (w->mem, path.data, &klee))
    c_source_embed (w->mem, &w->source, klee.data, w->out);
  else
    st = trouble_set (t, ST_NOFILE, "'%s' is not installed", KLEE_HEADER);
  vec_release (w->mem, &path, &klee);
  return st;
}

/* Only a function of the name main returns 0 at its end: it keeps the name, and
 * has another for the linker.
 */
static bool keeps_main (const export_writing *w) {
  return w->is_called && c_source_falls_off (&w->source, "main");
}

static status put_program (export_writing *w, trouble *t) {
  status st = ST_OK;
  puts_to (w, keeps_main (w)
                  ? "int main () __asm__ (\"reprise_program_main\");\n"
                  : "#define main reprise_program_main\n");
  if (w->source.has_klee)
    st = embed (w, t);
  else
    text_printf (w->mem, w->out, "#include \"%s\"\n", w->source.path);
  puts_to (w, keeps_main (w) ? "" : "#undef main\n");
  puts_to (w, "#line 1 \"tests.c\"\n");
  return st;
}

/* Functions of the interface that the program uses and does not define. Their
 * declarations are the program's own.
 */
static void put_nondets (export_writing *w) {
  const c_source *s = &w->source;
  u64_vec seen = {0};
  size_t n;
  for (size_t at = 0; (n = c_source_next (s, NONDET, &at)); at += n) {
    const char *name = s->plain.data + at;
    uint64_t key = hash_bytes (name, n).lo;
    bool is_new = true;
    for (size_t i = 0; i < seen.len; i++)
      is_new &= seen.data[i] != key;
    if (!is_new)
      continue;
    vec_push (w->mem, &seen, key);
    text_printf (w->mem, w->out,
                 "\n"
                 "__typeof__ (%.*s ()) %.*s (void) {\n"
                 "  __typeof__ (%.*s ()) v;\n"
                 "  reprise_take (&v, sizeof v, \"%.*s\");\n"
                 "  return v;\n"
                 "}\n",
                 (int) n, name, (int) n, name, (int) n, name,
                 (int) (n - strlen (NONDET)), name + strlen (NONDET));
  }
  vec_release (w->mem, &seen);
}

/* The name before the first parenthesis; klee_assert, a macro, for what it
 * calls.
 */
static void function_name (const char *text, char_vec *name, memory *mem) {
  const char *end = strstr (text, " ("), *start = end;
  assert (end);
  while (start[-1] == '_' || isalnum ((unsigned char) start[-1]))
    start--;
  vec_clear (name);
  text_add (mem, name, start, (size_t) (end - start));
  char *fail = strstr (text_c (mem, name), "_fail");
  if (fail)
    *fail = 0;
}

static void put_functions (export_writing *w) {
  char_vec name = {0};
  for (const char *at = c_runtime_klee, *end; *at; at = end) {
    end = strstr (at + 1, "\n\n");
    end = end ? end + 1 : at + strlen (at);
    function_name (at, &name, w->mem);
    if (c_source_has (&w->source, name.data) &&
        !c_source_defines (&w->source, name.data))
      text_add (w->mem, w->out, at, (size_t) (end - at));
  }
  vec_release (w->mem, &name);
}

static void put_interface (export_writing *w) {
  puts_to (w, c_runtime_inputs);
  put_functions (w);
  put_nondets (w);
}

/* As the fuzzer does: memory of just that size. */
static void put_fuzz_call (export_writing *w) {
  unsigned long long n = w->facts->buffer_size ? w->facts->buffer_size : 1;
  if (c_source_defines (&w->source, "LLVMFuzzerInitialize"))
    puts_to (w, "  LLVMFuzzerInitialize (&argc, &argv);\n");
  text_printf (w->mem, w->out,
               "  unsigned char bytes[%llu];\n"
               "  size_t size;\n"
               "  reprise_take (bytes, sizeof bytes, \"data\");\n"
               "  reprise_take (&size, sizeof size, \"size\");\n"
               "  unsigned char *data = malloc (size);\n"
               "  memcpy (data, bytes, size);\n"
               "  " FUZZ_NAME " (data, size);\n"
               "  return 0;\n",
               n);
}

bool c_put_program (memory *mem, const char *path, char_vec *out) {
  trouble ignored = {0};
  export_writing w = {.mem = mem, .out = out};
  size_t at = 0;
  bool is_used = !c_source_read (mem, path, &w.source, &ignored) &&
                 (w.source.has_klee || c_source_next (&w.source, NONDET, &at));
  if (is_used && !put_program (&w, &ignored))
    put_interface (&w);
  c_source_release (mem, &w.source);
  return is_used;
}

static status put_call (export_writing *w, trouble *t) {
  int params = c_source_main_params (&w->source);
  static const char *const calls[] = {"", "argc", "argc, argv",
                                      "argc, argv, none"};
  bool is_fuzz = params < 0 && c_source_defines (&w->source, FUZZ_NAME);
  if (!is_fuzz && (params < 0 || params > 3))
    return trouble_set (t, ST_UNSUPPORTED,
                        "'%s' defines no main: export another format",
                        w->facts->given);
  puts_to (w, "\nstatic int reprise_program (int argc, char **argv) {\n"
              "  static char *none[] = {NULL};\n"
              "  (void) argc, (void) argv, (void) none;\n");
  if (is_fuzz)
    put_fuzz_call (w);
  else
    text_printf (w->mem, w->out, "  return %s (%s);\n",
                 keeps_main (w) ? "main" : "reprise_program_main",
                 calls[params]);
  puts_to (w, "}\n");
  if (keeps_main (w))
    puts_to (w, "\nint reprise_main () __asm__ (\"main\");\n"
                "#define main reprise_main\n");
  return ST_OK;
}

/* The tests. */

static void export_c_put_bytes (export_writing *w) {
  unsigned column = 0;
  puts_to (w, "\nstatic const unsigned char reprise_bytes[] = {");
  for (size_t i = 0; i < w->tests.len; i++) {
    testcase t;
    suite_get (w->request->suite, w->tests.data[i], &t);
    for (uint32_t k = 0; k < t.n_inputs; k++)
      for (uint64_t b = 0; b < t.input[k].size; b++)
        text_printf (w->mem, w->out, "%s%u,", column++ % 16 ? " " : "\n  ",
                     t.input[k].bytes[b]);
  }
  puts_to (w, "\n  0};\n");
}

static void put_inputs (export_writing *w) {
  uint64_t at = 0;
  puts_to (w, "\nstatic const struct reprise_input reprise_inputs[] = {\n");
  for (size_t i = 0; i < w->tests.len; i++) {
    testcase t;
    suite_get (w->request->suite, w->tests.data[i], &t);
    for (uint32_t k = 0; k < t.n_inputs; k++) {
      puts_to (w, "  {");
      put_literal (w, t.input[k].name);
      text_printf (w->mem, w->out, ", %llu, reprise_bytes + %llu},\n",
                   (unsigned long long) t.input[k].size,
                   (unsigned long long) at);
      at += t.input[k].size;
    }
  }
  puts_to (w, "  {\"\", 0, reprise_bytes}};\n");
}

/* What is needed to see it natively, nothing or a sanitizer; and in which
 * builds its absence says that it is gone. A loop without end and a full stack
 * end in a signal in all.
 */
static const char *needs (const testcase *t) {
  static const char undefined[] =
      "\"-fsanitize=undefined -fno-sanitize-recover\", REPRISE_UNDEFINED";
  switch (t->end.fault) {
  case FAULT_NULL_POINTER:
  case FAULT_BAD_FUNCTION:
  case FAULT_OUT_OF_BOUNDS:
  case FAULT_USE_AFTER_FREE:
  case FAULT_READ_ONLY:
  case FAULT_DOUBLE_FREE:
  case FAULT_INVALID_FREE:
  case FAULT_OVERLAP:
    return "\"-fsanitize=address\", REPRISE_ADDRESS";
  case FAULT_UNINITIALIZED:
    return "\"-fsanitize=memory\", REPRISE_NO";
  case FAULT_LEAK:
    return "\"a look at leaks\", REPRISE_NO";
  case FAULT_STACK_EXHAUSTED:
  case FAULT_INFINITE_LOOP:
    return "\"more time or a smaller stack\", REPRISE_ALL";
  case FAULT_DIVISION_BY_ZERO: /* gcc makes 1 / x a comparison */
  case FAULT_OVERSHIFT:
  case FAULT_SIGNED_OVERFLOW:
  case FAULT_UNREACHABLE:
    return undefined;
  default:
    return t->end.fault < FAULT_UNDEFINED ? "NULL, REPRISE_ALL" : undefined;
  }
}

static void put_table (export_writing *w) {
  uint64_t at = 0;
  puts_to (w, "\nstatic const struct reprise_test reprise_tests[] = {\n");
  for (size_t i = 0; i < w->tests.len; i++) {
    testcase t;
    char_vec end = {0};
    suite_get (w->request->suite, w->tests.data[i], &t);
    testcase_describe (&t, w->mem, &end);
    text_printf (w->mem, w->out, "  {%u, ", t.number);
    put_literal (w, end.data);
    vec_release (w->mem, &end);
    text_printf (w->mem, w->out, ", %d, %d, %s, %llu, %u},\n",
                 t.end.kind == END_FAULT, t.end.status & 255, needs (&t),
                 (unsigned long long) at, t.n_inputs);
    at += t.n_inputs;
  }
  puts_to (w, "};\n");
}

static void put_arguments (export_writing *w) {
  puts_to (w, "\nstatic char *reprise_arguments[] = {(char *) ");
  put_literal (w, w->facts->given);
  for (uint32_t i = 0; i < w->facts->n_args; i++) {
    puts_to (w, ", (char *) ");
    put_literal (w, w->facts->args[i]);
  }
  puts_to (w, ", NULL};\n");
}

static status put_all (export_writing *w, trouble *t) {
  put_head (w);
  status st = put_program (w, t);
  if (st)
    return st;
  put_interface (w);
  st = put_call (w, t);
  if (st)
    return st;
  export_c_put_bytes (w);
  put_inputs (w);
  put_table (w);
  put_arguments (w);
  puts_to (w, c_runtime_run);
  puts_to (w, is_cmocka (w) ? c_runtime_cmocka : c_runtime_main);
  return ST_OK;
}

static void choose_tests (export_writing *w) {
  const export_request *q = w->request;
  for (uint32_t i = 0; i < q->n; i++) {
    testcase t;
    suite_get (q->suite, q->index[i], &t);
    if (t.end.kind == END_EXIT || t.end.kind == END_FAULT)
      vec_push (w->mem, &w->tests, q->index[i]);
  }
}

/* Arguments that nobody chose ("-rf /") are for a sandbox alone. */
static bool needs_system (const suite_facts *f) {
  for (uint32_t i = 0; i < f->n_args; i++) {
    const char *name = f->args[i] + strspn (f->args[i], "-");
    if (name != f->args[i] && !strncmp (name, "sym-", 4))
      return true;
  }
  return false;
}

status c_write (const export_request *q, char_vec *out, uint32_t *n,
                trouble *t) {
  export_writing w = {.request = q,
                      .mem = q->mem,
                      .facts = suite_about (q->suite),
                      .out = out,
                      .is_called = true};
  status st;
  choose_tests (&w);
  *n += (uint32_t) w.tests.len;
  if (needs_system (w.facts))
    st = trouble_set (t, ST_UNSUPPORTED,
                      "tests with symbolic arguments, input or files are not "
                      "written as C, since nothing would keep them from your "
                      "files: 'tests replay --executable' runs them in a "
                      "sandbox, --format=ktest is for klee-replay");
  else if (!w.tests.len)
    st = trouble_set (t, ST_BADINPUT,
                      "no test has an end that could be checked");
  else if (!(st = c_source_read (w.mem, w.facts->input, &w.source, t)))
    st = put_all (&w, t);
  c_source_release (w.mem, &w.source);
  vec_release (w.mem, &w.tests);
  return st;
}
