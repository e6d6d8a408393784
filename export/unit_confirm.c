#include "export/unit_confirm.h"

#include "program/command.h"
#include "program/home.h"
#include "runtime/replay/confirm.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef REPRISE_CLANG
#define REPRISE_CLANG "clang-19"
#endif

#define RUNTIME "runtime/replay"
#define MAX_ROUNDS 4          /* of compiling: without what does not compile */
#define TESTS "reprise-tests" /* the file that they are in, to the compiler */

/* All checks of all tests are numbered. */
typedef struct unit_confirming {
  memory *mem;
  const unit_build *build;
  const char *includes;
  size_t n;
  unit_test *const *tests;
  VEC (bool) holds;  /* of a check */
  VEC (bool) is_out; /* of a test */
  char_vec directory, runtime, text;
  size_t first;    /* byte of the text that is of a test */
  const char *why; /* it could not be done */
} unit_confirming;

static bool is_cxx (const unit_confirming *c) {
  return c->build->file->format->format == TEST_FORMAT_GTEST;
}

static void put_path (const unit_confirming *c, const char *name,
                      char_vec *out) {
  vec_clear (out);
  text_printf (c->mem, out, "%s%s", c->directory.data, name);
  text_c (c->mem, out);
}

/* The program. */

static void put_check (unit_confirming *c, const unit_test *t,
                       const unit_check *k, size_t number) {
  char_vec *out = &c->text;
  text_add (c->mem, out, t->body.data + k->at, k->declared);
  if (!c->holds.data[number]) /* it does not compile; the call shall */
    text_printf (c->mem, out, "  (void) %s;",
                 strstr (k->what.data, t->call.data) ? t->call.data : "0");
  else {
    static const char *const formats[UNIT_CHECKS] = {
        "($1) == ($2)",
        "!!($1)",
        "!($1)",
        "($1) == NULL",
        "($1) != NULL",
        "($1) == ($2)",
        "reprise_is_same ($1, $2)",
        "!memcmp ($1, $2, sizeof $2)"};
    text_printf (c->mem, out, "  reprise_checked (%zu, ", number);
    unit_put (c->mem, out, formats[k->kind], k->what.data, k->value.data);
    text_puts (c->mem, out, ");");
  }
  text_printf (c->mem, out, " /* check %zu */\n", number);
}

static void put_confirmed (unit_confirming *c, size_t i, size_t number) {
  const unit_test *t = c->tests[i];
  size_t at = 0;
  for (size_t s = 0; s < t->stubs.len; s += strlen (t->stubs.data + s) + 1)
    if (!strstr (text_c (c->mem, &c->text), t->stubs.data + s))
      text_puts (c->mem, &c->text, t->stubs.data + s);
  text_printf (c->mem, &c->text, "static void reprise_test_%zu (void) {\n", i);
  for (size_t k = 0; k < t->checks.len && !c->is_out.data[i]; k++) {
    const unit_check *check = t->checks.data + k;
    text_add (c->mem, &c->text, t->body.data + at, check->at - at);
    put_check (c, t, check, number + k);
    at = check->at + check->len;
  }
  if (!c->is_out.data[i])
    text_add (c->mem, &c->text, t->body.data + at, t->body.len - at);
  text_printf (c->mem, &c->text, "} /* test %zu */\n\n", i);
}

static bool has_capture (const unit_confirming *c, unsigned stream) {
  char_vec call = {0};
  bool is_one = false;
  text_printf (c->mem, &call, "  " UNIT_CAPTURE "%s ();\n",
               unit_streams[stream].suffix);
  text_c (c->mem, &call);
  for (size_t i = 0; i < c->n && !is_one; i++)
    is_one = strstr (c->tests[i]->body.data, call.data);
  vec_release (c->mem, &call);
  return is_one;
}

static void put_program (unit_confirming *c) {
  char_vec *out = &c->text;
  size_t number = 0;
  vec_clear (out);
  text_printf (c->mem, out, "%s#include <stdio.h>\n#include <unistd.h>\n",
               c->includes);
  text_printf (c->mem, out, "#include \"%s/confirm.h\"\n\n", c->runtime.data);
  for (unsigned i = 0; i < UNIT_STREAMS; i++)
    if (has_capture (c, i))
      unit_put (c->mem, out, unit_capture, unit_streams[i].name,
                unit_streams[i].suffix);
  text_puts (c->mem, out, "#line 1 \"" TESTS "\"\n");
  c->first = out->len;
  for (size_t i = 0; i < c->n; number += c->tests[i++]->checks.len)
    put_confirmed (c, i, number);
  text_puts (c->mem, out, is_cxx (c) ? "extern \"C\" {\n" : "");
  text_puts (c->mem, out, "void (*const reprise_tests[]) (void) = {\n");
  for (size_t i = 0; i < c->n; i++)
    text_printf (c->mem, out, "  reprise_test_%zu,\n", i);
  text_printf (c->mem, out, "};\nconst unsigned reprise_n_tests = %zu;\n%s",
               c->n, is_cxx (c) ? "}\n" : "");
}

/* Its compilation. */

static bool write_text (unit_confirming *c, const char *path) {
  FILE *f = fopen (path, "w");
  bool is_good = f && fwrite (c->text.data, 1, c->text.len, f) == c->text.len;
  return f && !fclose (f) && is_good;
}

/* What does not compile: by the number in a comment at the end of the line, or
 * else of the function around it. False: it is nothing of the tests'.
 */
static bool take_out (unit_confirming *c, const char *at) {
  size_t number;
  const char *end = strchr (at, '\n'), *tag = strstr (at, " /* check ");
  if (tag && tag < end && sscanf (tag, " /* check %zu", &number) == 1 &&
      number < c->holds.len && c->holds.data[number]) {
    c->holds.data[number] = false;
    return true;
  }
  tag = strstr (at, "\n} /* test ");
  if (!tag || sscanf (tag, "\n} /* test %zu", &number) != 1 || number >= c->n ||
      c->is_out.data[number])
    return false;
  return c->is_out.data[number] = true;
}

/* The line of the tests in the next of "TESTS:12:3: error: ...", or NULL. */
static const char *next_error (const unit_confirming *c, const char **at) {
  while ((*at = strstr (*at, TESTS ":"))) {
    const char *end = *at + strcspn (*at, "\n"),
               *is = strstr (*at, ": error: ");
    const char *line = c->text.data + c->first;
    size_t n;
    bool is_one = is && is < end && sscanf (*at, TESTS ":%zu:", &n) == 1;
    *at = end;
    while (is_one && line && n-- > 1)
      line = (line = strchr (line, '\n')) ? line + 1 : NULL;
    if (is_one && line)
      return line;
  }
  return NULL;
}

static bool take_all_out (unit_confirming *c, const char *messages) {
  bool is_some = false;
  for (const char *line; (line = next_error (c, &messages));)
    is_some |= take_out (c, line);
  return is_some;
}

static bool run_shell (unit_confirming *c, const char *script,
                       char_vec *messages) {
  command shell;
  trouble ignored = {0};
  char_vec out = {0};
  bool is_good = false;
  command_init (&shell, c->mem);
  shell.directory = c->build->file->directory;
  command_add (&shell, "sh");
  command_add (&shell, "-c");
  command_add (&shell, script);
  if (command_run (&shell, &out, messages, &is_good, &ignored))
    is_good = false;
  command_release (&shell);
  vec_release (c->mem, &out);
  return is_good;
}

static void put_clang (const unit_confirming *c, bool has_cxx, char_vec *out) {
  const char *clang = getenv ("REPRISE_CLANG");
  text_printf (
      c->mem, out, "%s -w -O0 -ferror-limit=0 -Qunused-arguments -iquote .%s",
      clang && *clang ? clang : REPRISE_CLANG, has_cxx ? " -std=c++20" : "");
  text_c (c->mem, out);
}

static void put_script (const unit_confirming *c, const char *source,
                        char_vec *out) {
  char_vec cc = {0}, compiler = {0}, libraries = {0};
  put_clang (c, false, &cc);
  put_clang (c, is_cxx (c), &compiler);
  text_printf (c->mem, &libraries, " -o %sprogram %sconfirm.o",
               c->directory.data, c->directory.data);
  text_printf (c->mem, out, "%s -c -o %sconfirm.o %s/confirm.c && ", cc.data,
               c->directory.data, c->runtime.data);
  unit_build_put (c->build, cc.data, compiler.data, c->directory.data, source,
                  text_c (c->mem, &libraries), " && ", out);
  text_c (c->mem, out);
  vec_release (c->mem, &cc, &compiler, &libraries);
}

static bool compile_all (unit_confirming *c) {
  char_vec source = {0}, script = {0}, messages = {0};
  bool is_good = false, is_again = true;
  put_path (c, is_cxx (c) ? "tests.cc" : "tests.c", &source);
  put_script (c, source.data, &script);
  for (unsigned i = 0; i < MAX_ROUNDS && !is_good && is_again; i++) {
    put_program (c);
    vec_clear (&messages);
    is_good =
        write_text (c, source.data) && run_shell (c, script.data, &messages);
    is_again = take_all_out (c, text_c (c->mem, &messages));
  }
  if (!is_good)
    log_debug (&c->build->file->request->context->log, "%s: %s", script.data,
               messages.data);
  c->why = is_good ? NULL : "they do not compile with clang";
  vec_release (c->mem, &source, &script, &messages);
  return is_good;
}

/* Its run. */

static size_t count_results (const unit_confirming *c) {
  return c->holds.len + c->n;
}

static unsigned char *map_results (unit_confirming *c, const char *path) {
  size_t size = count_results (c);
  int fd = open (path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  void *at = MAP_FAILED;
  if (fd >= 0 && !posix_fallocate (fd, 0, (off_t) size))
    at = mmap (NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (fd >= 0)
    close (fd);
  return at == MAP_FAILED ? NULL : at;
}

static bool run_program (unit_confirming *c, const char *results) {
  command run;
  trouble ignored = {0};
  char_vec path = {0}, out = {0}, messages = {0};
  bool succeeded, is_done = false;
  put_path (c, "program", &path);
  command_init (&run, c->mem);
  command_add (&run, path.data);
  command_add (&run, results);
  if (!command_run (&run, &out, &messages, &succeeded, &ignored) &&
      WIFEXITED (run.status)) {
    is_done = WEXITSTATUS (run.status) == CONFIRM_DONE;
    c->why = WEXITSTATUS (run.status) == CONFIRM_NO_SANDBOX
                 ? "no sandbox can be made here"
                 : "they cannot be run";
  }
  command_release (&run);
  vec_release (c->mem, &path, &out, &messages);
  return is_done;
}

static bool run_tests (unit_confirming *c) {
  char_vec path = {0};
  put_path (c, "results", &path);
  unsigned char *result = map_results (c, path.data);
  c->why = "they cannot be run";
  bool is_done = result && run_program (c, path.data);
  for (size_t i = 0; i < count_results (c) && is_done; i++)
    if (i < c->holds.len)
      c->holds.data[i] &= result[i] == CONFIRM_HOLDS;
    else
      c->is_out.data[i - c->holds.len] |= result[i] == CONFIRM_FAILS;
  if (result)
    munmap (result, count_results (c));
  vec_release (c->mem, &path);
  return is_done;
}

/* All. */

static bool make_directory (unit_confirming *c) {
  const char *base = getenv ("TMPDIR");
  text_printf (c->mem, &c->directory, "%s/reprise-confirm-XXXXXX",
               base && *base ? base : "/tmp");
  text_c (c->mem, &c->directory);
  if (!mkdtemp (c->directory.data))
    return false;
  text_puts (c->mem, &c->directory, "/");
  text_c (c->mem, &c->directory);
  return true;
}

static void remove_directory (unit_confirming *c) {
  static const char *const names[] = {"tests.c", "tests.cc", "confirm.o",
                                      "program", "results"};
  char_vec path = {0};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    put_path (c, names[i], &path);
    unlink (path.data);
  }
  for (size_t i = 0; i < c->build->objects.len; i++) {
    put_path (c, c->build->objects.data[i].name.data, &path);
    unlink (path.data);
  }
  rmdir (c->directory.data);
  vec_release (c->mem, &path);
}

static void settle_tests (unit_confirming *c, confirmed *out) {
  size_t number = 0;
  for (size_t i = 0; i < c->n; i++) {
    unit_test *t = c->tests[i];
    const bool *holds = c->holds.data + number;
    bool is_whole = true;
    number += t->checks.len;
    for (size_t k = 0; k < t->checks.len; k++)
      is_whole &= holds[k];
    out->fewer += !is_whole || c->is_out.data[i];
    if (c->is_out.data[i] || !unit_test_settle (t, holds, c->mem))
      unit_test_release (t, c->mem);
  }
}

void unit_confirm (const unit_build *build, const char *includes, size_t n,
                   unit_test *const *tests, confirmed *out) {
  unit_confirming c = {.mem = build->mem,
                       .build = build,
                       .includes = includes,
                       .n = n,
                       .tests = tests,
                       .why = "the runtime for replays is not installed"};
  *out = (confirmed) {0};
  for (size_t i = 0; i < n; i++) {
    vec_push (c.mem, &c.is_out, false);
    for (size_t k = 0; k < tests[i]->checks.len; k++)
      vec_push (c.mem, &c.holds, true);
  }
  if (n && home_find (c.mem, RUNTIME, &c.runtime) && make_directory (&c)) {
    out->is_done = compile_all (&c) && run_tests (&c);
    remove_directory (&c);
  }
  if (out->is_done)
    settle_tests (&c, out);
  else if (n)
    log_warning (&build->file->request->context->log,
                 "what the tests say is not confirmed natively, since %s",
                 c.why);
  vec_release (c.mem, &c.holds);
  vec_release (c.mem, &c.is_out);
  vec_release (c.mem, &c.directory, &c.runtime, &c.text);
}

void unit_find_stale (const unit_build *build, const char *text,
                      filed_tests *filed) {
  unit_confirming c = {.mem = build->mem, .build = build};
  char_vec path = {0}, script = {0}, messages = {0};
  if (!filed->len || !make_directory (&c))
    return;
  const char *from = filed->data[0].at;
  text_add (c.mem, &c.text, text, (size_t) (from - text));
  text_puts (c.mem, &c.text, "#line 1 \"" TESTS "\"\n");
  c.first = c.text.len;
  text_puts (c.mem, &c.text, from);
  text_c (c.mem, &c.text);
  put_path (&c, is_cxx (&c) ? "tests.cc" : "tests.c", &path);
  put_clang (&c, is_cxx (&c), &script);
  text_printf (c.mem, &script, " -fsyntax-only%s %s", build->flags.data,
               path.data);
  if (write_text (&c, path.data))
    run_shell (&c, text_c (c.mem, &script), &messages);
  const char *next = text_c (c.mem, &messages);
  for (const char *line; (line = next_error (&c, &next));) {
    const char *at = from + (line - c.text.data - c.first);
    for (size_t i = 0; i < filed->len; i++)
      if (at >= filed->data[i].at && at < filed->data[i].end)
        filed->data[i].is_stale = true;
  }
  remove_directory (&c);
  vec_release (c.mem, &path, &script, &messages);
  vec_release (c.mem, &c.directory, &c.text);
}
