#include "suite/c_runtime.h"

#include <stddef.h>

const char c_runtime_head[] = " *\n"
                              " *     cc%s\n"
                              " *\n"
                              " * Every test runs in a process of its own and "
                              "passes when it ends as it did\n"
                              " * when it was found. A test of an error passes "
                              "while the error is there; with\n"
                              " * -DFIXED it passes when the error is gone. "
                              "Errors that a plain build does not\n"
                              " * show are skipped: say what the message says, "
                              "-fsanitize=address for most.%s%s\n"
                              " */\n"
                              "\n";

const char c_runtime_inputs[] =
    "\n"
    "#include <stdint.h>\n"
    "#include <stdio.h>\n"
    "#include <stdlib.h>\n"
    "#include <string.h>\n"
    "#include <sys/types.h>\n"
    "#include <sys/wait.h>\n"
    "#include <unistd.h>\n"
    "\n"
    "struct reprise_input {\n"
    "  const char *name;\n"
    "  size_t size;\n"
    "  const unsigned char *bytes;\n"
    "};\n"
    "\n"
    "struct reprise_test {\n"
    "  unsigned number;\n"
    "  const char *end; /* how it ended when it was found */\n"
    "  int is_error, status;\n"
    "  const char *needs; /* to be seen */\n"
    "  size_t first, n;   /* inputs */\n"
    "};\n"
    "\n"
    "static const struct reprise_input *reprise_next, *reprise_last;\n"
    "\n"
    "__attribute__ ((unused)) static void reprise_take (void *to, size_t "
    "size,\n"
    "                                                   const char *name) {\n"
    "  if (reprise_next == reprise_last || reprise_next->size != size) {\n"
    "    fprintf (stderr, \"the test has no such input: %s\\n\", name);\n"
    "    _exit (99);\n"
    "  }\n"
    "  memcpy (to, reprise_next++->bytes, size);\n"
    "}\n"
    "\n"
    "__attribute__ ((unused, noreturn)) static void reprise_error (const char "
    "*what) {\n"
    "  fprintf (stderr, \"%s\\n\", what);\n"
    "  abort ();\n"
    "}\n";

const char c_runtime_nondet[] = "\n"
                                "__typeof__ (%.*s ()) %.*s (void) {\n"
                                "  __typeof__ (%.*s ()) v;\n"
                                "  reprise_take (&v, sizeof v, \"%.*s\");\n"
                                "  return v;\n"
                                "}\n";

const char c_runtime_run[] =
    "\n"
    "/* Errors end in a signal. */\n"
    "const char *__asan_default_options (void);\n"
    "const char *__asan_default_options (void) {\n"
    "  return \"abort_on_error=1:detect_leaks=0\";\n"
    "}\n"
    "\n"
    "const char *__ubsan_default_options (void);\n"
    "const char *__ubsan_default_options (void) { return \"abort_on_error=1\"; "
    "}\n"
    "\n"
    "static int reprise_run (const struct reprise_test *t) {\n"
    "  int status = 0;\n"
    "  fflush (NULL);\n"
    "  pid_t child = fork ();\n"
    "  if (!child) {\n"
    "    if (!freopen (\"/dev/null\", \"w\", stdout))\n"
    "      _exit (99);\n"
    "    alarm (10);\n"
    "    reprise_next = reprise_inputs + t->first;\n"
    "    reprise_last = reprise_next + t->n;\n"
    "    exit (reprise_program (sizeof reprise_arguments / sizeof (char *) - "
    "1,\n"
    "                           reprise_arguments));\n"
    "  }\n"
    "  if (child < 0 || waitpid (child, &status, 0) < 0) {\n"
    "    perror (\"cannot run a test\");\n"
    "    exit (2);\n"
    "  }\n"
    "  return status;\n"
    "}\n"
    "\n"
    "enum reprise_result { REPRISE_PASSED, REPRISE_FAILED, REPRISE_SKIPPED };\n"
    "\n"
    "static enum reprise_result reprise_judge (const struct reprise_test *t,\n"
    "                                          int status) {\n"
    "  if (!t->is_error)\n"
    "    return WIFEXITED (status) && WEXITSTATUS (status) == t->status\n"
    "               ? REPRISE_PASSED\n"
    "               : REPRISE_FAILED;\n"
    "#ifdef FIXED\n"
    "  return WIFSIGNALED (status) ? REPRISE_FAILED : REPRISE_PASSED;\n"
    "#else\n"
    "  if (WIFSIGNALED (status))\n"
    "    return REPRISE_PASSED;\n"
    "  return t->needs ? REPRISE_SKIPPED : REPRISE_FAILED;\n"
    "#endif\n"
    "}\n";

const char c_runtime_main[] =
    "\n"
    "static int reprise_is_chosen (unsigned number, int argc, char **argv) {\n"
    "  for (int i = 1; i < argc; i++)\n"
    "    if ((unsigned) atoi (argv[i]) == number)\n"
    "      return 1;\n"
    "  return argc < 2;\n"
    "}\n"
    "\n"
    "int main (int argc, char **argv) {\n"
    "  unsigned count[3] = {0};\n"
    "  size_t n = sizeof reprise_tests / sizeof *reprise_tests;\n"
    "  for (size_t i = 0; i < n; i++) {\n"
    "    const struct reprise_test *t = reprise_tests + i;\n"
    "    if (!reprise_is_chosen (t->number, argc, argv))\n"
    "      continue;\n"
    "    int status = reprise_run (t);\n"
    "    enum reprise_result r = reprise_judge (t, status);\n"
    "    count[r]++;\n"
    "    if (r == REPRISE_FAILED)\n"
    "      printf (\"test %u fails: %s expected, %s %d found\\n\", t->number, "
    "t->end,\n"
    "              WIFSIGNALED (status) ? \"signal\" : \"exit\",\n"
    "              WIFSIGNALED (status) ? WTERMSIG (status) : WEXITSTATUS "
    "(status));\n"
    "    if (r == REPRISE_SKIPPED)\n"
    "      printf (\"test %u skipped: %s needs %s\\n\", t->number, t->end, "
    "t->needs);\n"
    "  }\n"
    "  printf (\"%u passed, %u failed, %u skipped\\n\", "
    "count[REPRISE_PASSED],\n"
    "          count[REPRISE_FAILED], count[REPRISE_SKIPPED]);\n"
    "  return count[REPRISE_FAILED] != 0;\n"
    "}\n";

const char c_runtime_cmocka[] =
    "\n"
    "#include <setjmp.h>\n"
    "#include <stdarg.h>\n"
    "#include <stddef.h>\n"
    "\n"
    "#include <cmocka.h>\n"
    "\n"
    "static void reprise_check (void **state) {\n"
    "  const struct reprise_test *t = *state;\n"
    "  int status = reprise_run (t);\n"
    "  enum reprise_result r = reprise_judge (t, status);\n"
    "  if (r == REPRISE_SKIPPED) {\n"
    "    print_message (\"%s needs %s\\n\", t->end, t->needs);\n"
    "    skip ();\n"
    "  }\n"
    "  if (r == REPRISE_FAILED)\n"
    "    fail_msg (\"%s expected, %s %d found\", t->end,\n"
    "              WIFSIGNALED (status) ? \"signal\" : \"exit\",\n"
    "              WIFSIGNALED (status) ? WTERMSIG (status) : WEXITSTATUS "
    "(status));\n"
    "}\n"
    "\n"
    "int main (void) {\n"
    "  size_t n = sizeof reprise_tests / sizeof *reprise_tests;\n"
    "  struct CMUnitTest *all = calloc (n, sizeof *all);\n"
    "  char (*name)[32] = calloc (n, sizeof *name);\n"
    "  if (!all || !name)\n"
    "    return 2;\n"
    "  for (size_t i = 0; i < n; i++) {\n"
    "    snprintf (name[i], sizeof *name, \"test %u\", "
    "reprise_tests[i].number);\n"
    "    all[i] = (struct CMUnitTest) {name[i], reprise_check, NULL, NULL,\n"
    "                                  (void *) &reprise_tests[i]};\n"
    "  }\n"
    "  int failed = _cmocka_run_group_tests (\"tests\", all, n, NULL, NULL);\n"
    "  free (all);\n"
    "  free (name);\n"
    "  return failed != 0;\n"
    "}\n";

const c_runtime_function c_runtime_functions[] = {
    {"klee_make_symbolic",
     "\n"
     "void klee_make_symbolic (void *to, size_t size, const char *name) {\n"
     "  reprise_take (to, size, name);\n"
     "}\n"},
    {"klee_range", "\n"
                   "int klee_range (int begin, int end, const char *name) {\n"
                   "  int v = begin;\n"
                   "  if (begin + 1 != end)\n"
                   "    reprise_take (&v, sizeof v, name);\n"
                   "  return v;\n"
                   "}\n"},
    {"klee_int", "\n"
                 "int klee_int (const char *name) {\n"
                 "  int v;\n"
                 "  reprise_take (&v, sizeof v, name);\n"
                 "  return v;\n"
                 "}\n"},
    {"klee_choose", "\n"
                    "uintptr_t klee_choose (uintptr_t n) {\n"
                    "  uintptr_t v;\n"
                    "  (void) n;\n"
                    "  reprise_take (&v, sizeof v, \"klee_choose\");\n"
                    "  return v;\n"
                    "}\n"},
    {"klee_assume", "\n"
                    "void klee_assume (uintptr_t condition) {\n"
                    "  if (!condition)\n"
                    "    reprise_error (\"klee_assume of something false\");\n"
                    "}\n"},
    {"__VERIFIER_assume", "\n"
                          "void __VERIFIER_assume (int condition) {\n"
                          "  if (!condition)\n"
                          "    _exit (0);\n"
                          "}\n"},
    {"__CPROVER_assume", "\n"
                         "void __CPROVER_assume (_Bool condition) {\n"
                         "  if (!condition)\n"
                         "    _exit (0);\n"
                         "}\n"},
    {"__CPROVER_assert",
     "\n"
     "void __CPROVER_assert (_Bool condition, const char *text) {\n"
     "  if (!condition)\n"
     "    reprise_error (text);\n"
     "}\n"},
    {"reach_error",
     "\n"
     "void reach_error (void) { reprise_error (\"reach_error\"); }\n"},
    {"__VERIFIER_error", "\n"
                         "void __VERIFIER_error (void) { reprise_error "
                         "(\"__VERIFIER_error\"); }\n"},
    {"klee_silent_exit",
     "\n"
     "void klee_silent_exit (int status) { _exit (status); }\n"},
    {"klee_abort",
     "\n"
     "void klee_abort (void) { reprise_error (\"klee_abort\"); }\n"},
    {"klee_report_error", "\n"
                          "void klee_report_error (const char *file, int line, "
                          "const char *message,\n"
                          "                        const char *suffix) {\n"
                          "  (void) file, (void) line, (void) suffix;\n"
                          "  reprise_error (message);\n"
                          "}\n"},
    {"klee_assert",
     "\n"
     "void klee_assert_fail (const char *expression, const char *file,\n"
     "                       unsigned line, const char *function) {\n"
     "  (void) file, (void) line, (void) function;\n"
     "  reprise_error (expression);\n"
     "}\n"},
    {"klee_is_symbolic", "\n"
                         "unsigned klee_is_symbolic (uintptr_t v) {\n"
                         "  (void) v;\n"
                         "  return 0;\n"
                         "}\n"},
    {"klee_is_replay", "\n"
                       "unsigned klee_is_replay (void) { return 1; }\n"},
    {"klee_get_obj_size", "\n"
                          "size_t klee_get_obj_size (void *v) {\n"
                          "  (void) v;\n"
                          "  return 0;\n"
                          "}\n"},
    {"klee_get_errno", "\n"
                       "#include <errno.h>\n"
                       "int klee_get_errno (void) { return errno; }\n"},
    {"klee_get_valuef", "\n"
                        "float klee_get_valuef (float v) { return v; }\n"},
    {"klee_get_valued", "\n"
                        "double klee_get_valued (double v) { return v; }\n"},
    {"klee_get_valuel", "\n"
                        "long klee_get_valuel (long v) { return v; }\n"},
    {"klee_get_valuell",
     "\n"
     "long long klee_get_valuell (long long v) { return v; }\n"},
    {"klee_get_value_i32",
     "\n"
     "int32_t klee_get_value_i32 (int32_t v) { return v; }\n"},
    {"klee_get_value_i64",
     "\n"
     "int64_t klee_get_value_i64 (int64_t v) { return v; }\n"},
    {"klee_print_expr",
     "\n"
     "void klee_print_expr (const char *message, ...) { (void) message; }\n"},
    {"klee_print_range", "\n"
                         "void klee_print_range (const char *name, int v) { "
                         "(void) name, (void) v; }\n"},
    {"klee_warning",
     "\n"
     "void klee_warning (const char *message) { (void) message; }\n"},
    {"klee_warning_once",
     "\n"
     "void klee_warning_once (const char *message) { (void) message; }\n"},
    {"klee_stack_trace", "\n"
                         "void klee_stack_trace (void) {}\n"},
    {"klee_prefer_cex",
     "\n"
     "void klee_prefer_cex (void *o, uintptr_t c) { (void) o, (void) c; }\n"},
    {"klee_posix_prefer_cex", "\n"
                              "void klee_posix_prefer_cex (void *o, uintptr_t "
                              "c) { (void) o, (void) c; }\n"},
    {"klee_mark_global", "\n"
                         "void klee_mark_global (void *o) { (void) o; }\n"},
    {"klee_check_memory_access",
     "\n"
     "void klee_check_memory_access (const void *o, size_t n) {\n"
     "  (void) o, (void) n;\n"
     "}\n"},
    {"klee_set_forking",
     "\n"
     "void klee_set_forking (unsigned enable) { (void) enable; }\n"},
    {"klee_alias_function",
     "\n"
     "void klee_alias_function (const char *a, const char *b) {\n"
     "  (void) a, (void) b;\n"
     "}\n"},
    {"klee_define_fixed_object", "\n"
                                 "void klee_define_fixed_object (void *o, "
                                 "size_t n) { (void) o, (void) n; }\n"},
    {"klee_open_merge", "\n"
                        "void klee_open_merge (void) {}\n"},
    {"klee_close_merge", "\n"
                         "void klee_close_merge (void) {}\n"},
    {NULL, NULL}};
