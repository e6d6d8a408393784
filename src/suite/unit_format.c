#include "suite/unit_format.h"

#include "suite/unit_test.h"

static const unit_format formats[] = {
    {.format = TEST_FORMAT_CMOCKA,
     .compiler = "cc",
     .suffix = ".c",
     .libraries = " -lcmocka",
     .head = "#include <setjmp.h>\n#include <stdarg.h>\n#include <stddef.h>\n"
             "#include <stdint.h>\n#include <cmocka.h>\n",
     .open = "static void $1 (void **unused) {\n  (void) unused;\n",
     .close = "}\n",
     .integer = "  assert_int_equal ($1, $2);\n",
     .truth = "  assert_true ($1);\n",
     .text = "  assert_string_equal ($1, $2);\n",
     .bytes = "  assert_memory_equal ($1, &$2, sizeof $2);\n",
     .first = "int main (void) {\n  const struct CMUnitTest tests[] = {\n",
     .each = "      cmocka_unit_test ($1),\n",
     .last = "  };\n  return cmocka_run_group_tests (tests, NULL, NULL);\n}\n"},
    {.format = TEST_FORMAT_GTEST,
     .compiler = "c++ -std=c++20",
     .suffix = ".cc",
     .libraries = " -lgtest -lgtest_main -pthread",
     .head =
         "#include <gtest/gtest.h>\n"
         "#pragma GCC diagnostic ignored \"-Wmissing-field-initializers\"\n",
     .open = "TEST ($2, $1) {\n",
     .close = "}\n",
     .integer = "  EXPECT_EQ ($1, $2);\n",
     .truth = "  EXPECT_TRUE ($1);\n",
     .text = "  EXPECT_STREQ ($1, $2);\n",
     .bytes = "  EXPECT_EQ (memcmp ($1, &$2, sizeof $2), 0);\n",
     .first = "",
     .each = "",
     .last = ""},
    {.format = TEST_FORMAT_UNITY,
     .compiler = "cc",
     .suffix = ".c",
     .libraries = " unity.c",
     .head = "#include \"unity.h\"\n\nvoid setUp (void) {}\n"
             "void tearDown (void) {}\n",
     .open = "static void $1 (void) {\n",
     .close = "}\n",
     .integer = "  TEST_ASSERT_EQUAL_INT64 ($2, $1);\n",
     .truth = "  TEST_ASSERT_TRUE ($1);\n",
     .text = "  TEST_ASSERT_EQUAL_STRING ($2, $1);\n",
     .bytes = "  TEST_ASSERT_EQUAL_MEMORY (&$2, $1, sizeof $2);\n",
     .first = "int main (void) {\n  UNITY_BEGIN ();\n",
     .each = "  RUN_TEST ($1);\n",
     .last = "  return UNITY_END ();\n}\n"},
    {.format = TEST_FORMAT_CHECK,
     .compiler = "cc",
     .suffix = ".c",
     .libraries = " $(pkg-config --libs check)",
     .head = "#include <check.h>\n",
     .open = "START_TEST ($1) {\n",
     .close = "}\nEND_TEST\n",
     .integer = "  ck_assert_int_eq ($1, $2);\n",
     .truth = "  ck_assert ($1);\n",
     .text = "  ck_assert_str_eq ($1, $2);\n",
     .bytes = "  ck_assert_mem_eq ($1, &$2, sizeof $2);\n",
     .first = "int main (void) {\n  TCase *tests = tcase_create (\"$1\");\n",
     .each = "  tcase_add_test (tests, $1);\n",
     .last = "  Suite *suite = suite_create (\"$1\");\n"
             "  suite_add_tcase (suite, tests);\n"
             "  SRunner *runner = srunner_create (suite);\n"
             "  srunner_run_all (runner, CK_NORMAL);\n"
             "  int failed = srunner_ntests_failed (runner);\n"
             "  srunner_free (runner);\n"
             "  return failed != 0;\n}\n"},
    {.format = TEST_FORMAT_C,
     .compiler = "cc",
     .suffix = ".c",
     .libraries = "",
     .head = "#include <stdio.h>\n\nstatic unsigned failed;\n\n"
             "#define CHECK(X) \\\n"
             "  ((X) ? (void) 0 \\\n"
             "       : (void) (failed++, printf (\"%s:%d: %s: failed: %s\\n\", "
             "__FILE__, \\\n"
             "                                   __LINE__, __func__, #X)))\n",
     .open = "static void $1 (void) {\n",
     .close = "}\n",
     .integer = "  CHECK ($1 == $2);\n",
     .truth = "  CHECK ($1);\n",
     .text = "  CHECK (!strcmp ($1, $2));\n",
     .bytes = "  CHECK (!memcmp ($1, &$2, sizeof $2));\n",
     .first = "int main (void) {\n",
     .each = "  $1 ();\n",
     .last = "  printf (\"%u failed\\n\", failed);\n"
             "  return failed != 0;\n}\n"}};

const char unit_capture[] =
    "#include <stdio.h>\n#include <unistd.h>\n\n"
    "/* What is written to standard output from now on is for "
    "reprise_printed. */\n"
    "static FILE *reprise_file;\n"
    "static int reprise_stdout;\n\n"
    "static void reprise_capture (void) {\n"
    "  fflush (stdout);\n"
    "  reprise_file = tmpfile ();\n"
    "  reprise_stdout = dup (1);\n"
    "  dup2 (fileno (reprise_file), 1);\n"
    "}\n\n"
    "static const char *reprise_printed (void) {\n"
    "  static char text[4096];\n"
    "  fflush (stdout);\n"
    "  dup2 (reprise_stdout, 1);\n"
    "  close (reprise_stdout);\n"
    "  rewind (reprise_file);\n"
    "  text[fread (text, 1, sizeof text - 1, reprise_file)] = 0;\n"
    "  fclose (reprise_file);\n"
    "  return text;\n"
    "}\n\n";

const unit_format *unit_format_of (test_format f) {
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
    if (formats[i].format == f)
      return formats + i;
  return NULL;
}

void unit_put (memory *mem, char_vec *out, const char *text, const char *first,
               const char *second) {
  for (; *text; text++)
    if (*text == '$' && (text[1] == '1' || text[1] == '2'))
      text_puts (mem, out, *++text == '1' ? first : second);
    else
      vec_push (mem, out, *text);
}
