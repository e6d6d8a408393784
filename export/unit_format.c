#include "export/unit_format.h"

#include "export/unit_test.h"

static const unit_marks c_marks = {.mark = "/* reprise: ",
                                   .mark_end = " */\n",
                                   .faults = "#ifdef REPRISE_FAULTS\n",
                                   .faults_end = "#endif\n",
                                   .dropped = "#if 0 /* reprise: dropped: ",
                                   .dropped_why = " */\n",
                                   .dropped_end = "#endif\n"};

static const unit_marks sh_marks = {
    .mark = "# reprise: ",
    .mark_end = "\n",
    .faults = "",
    .faults_end = "",
    .each_fault = "[ -z \"${REPRISE_FAULTS-}\" ] || check $1\n",
    .dropped = "# reprise: dropped: ",
    .dropped_why = "\n: <<'REPRISE_DROPPED'\n",
    .dropped_end = "REPRISE_DROPPED\n"};

/* "printf --": what a program prints may begin as an option does. Earlier files
 * have "printf".
 */
#define SH_HEAD(PRINTF) \
  "setup () {\n" \
  "  work=$(mktemp -d)\n" \
  "  mkdir \"$work/bin\" \"$work/files\"\n" \
  "  ln -s \"$program\" \"$work/bin/$name\"\n" \
  "  : >\"$work/input\"\n" \
  "}\n" \
  "teardown () { rm -rf \"$work\"; }\n" \
  "file () { " PRINTF " \"$2\" >\"$work/files/$1\"; }\n" \
  "input () { " PRINTF " \"$1\" >\"$work/input\"; }\n" \
  "run_program () {\n" \
  "  status=0\n" \
  "  (cd \"$work/files\" && PATH=$work/bin:$PATH && exec \"$name\" \"$@\") " \
  "\\\n" \
  "    <\"$work/input\" >\"$work/out\" 2>\"$work/err\" || status=$?\n" \
  "}\n" \
  "same () { " PRINTF \
  " \"$2\" | cmp -s - \"$1\" || fails \"$3 $(cat \"$1\")\"; " \
  "}\n" \
  "exits () { [ \"$status\" = \"$1\" ] || fails \"exits with $status, not " \
  "$1\"; " \
  "}\n" \
  "survives () { [ \"$status\" -lt 126 ] || fails \"dies with $status\"; }\n" \
  "prints () { same \"$work/out\" \"$1\" prints; }\n" \
  "complains () { same \"$work/err\" \"$1\" complains; }\n" \
  "leaves () { same \"$work/files/$1\" \"$2\" \"leaves in $1\"; }\n" \
  "removes () { [ ! -e \"$work/files/$1\" ] || fails \"leaves $1\"; }\n" \
  "fails () { echo \"failed: $*\" >&2; return 1; }\n"

#define SH_CHECK \
  "check () {\n" \
  "  (set -e; setup; trap teardown EXIT; \"$1\")\n" \
  "  [ $? = 0 ] || { echo \"$1 failed\"; failed=$((failed + 1)); }\n" \
  "}\n"

static const unit_format formats[] = {
    {.format = TEST_FORMAT_CMOCKA,
     .marks = &c_marks,
     .compiler = "cc",
     .suffix = ".c",
     .libraries = " -lcmocka",
     .taken = "assert_false assert_in_range assert_in_set assert_int_equal "
              "assert_memory_equal assert_non_null assert_null "
              "assert_ptr_equal assert_return_code assert_string_equal "
              "assert_true check_expected cm_print_error expect_any "
              "expect_check expect_function_call expect_in_range "
              "expect_in_set expect_memory expect_string expect_value fail "
              "fail_msg function_called group_test_setup group_test_teardown "
              "mock mock_assert print_error print_message run_group_tests "
              "run_test run_tests skip test_calloc test_free test_malloc "
              "test_realloc unit_test vprint_error vprint_message "
              "will_return ",
     .head = "#include <setjmp.h>\n#include <stdarg.h>\n#include <stddef.h>\n"
             "#include <stdint.h>\n#include <cmocka.h>\n",
     .open = "static void $1 (void **unused) {\n  (void) unused;\n",
     .close = "}\n",
     .check = {[UNIT_CHECK_INTEGER] = "  assert_int_equal ($1, $2);\n",
               [UNIT_CHECK_TRUTH] = "  assert_true ($1);\n",
               [UNIT_CHECK_FALSEHOOD] = "  assert_false ($1);\n",
               [UNIT_CHECK_NULL] = "  assert_null ($1);\n",
               [UNIT_CHECK_NOT_NULL] = "  assert_non_null ($1);\n",
               [UNIT_CHECK_POINTER] = "  assert_ptr_equal ($1, $2);\n",
               [UNIT_CHECK_TEXT] = "  assert_string_equal ($1, $2);\n",
               [UNIT_CHECK_BYTES] =
                   "  assert_memory_equal ($1, $2, sizeof $2);\n"},
     .first = "int main (void) {\n  const struct CMUnitTest tests[] = {\n",
     .each = "      cmocka_unit_test ($1),\n",
     .last = "  };\n  return cmocka_run_group_tests (tests, NULL, NULL);\n}\n",
     .none = "int main (void) { return 0; }\n"},
    {.format = TEST_FORMAT_GTEST,
     .marks = &c_marks,
     .compiler = "c++ -std=c++20",
     .suffix = ".cc",
     .libraries = " -lgtest_main -lgtest -pthread",
     .head =
         "#include <gtest/gtest.h>\n"
         "#pragma GCC diagnostic ignored \"-Wmissing-field-initializers\"\n",
     .open = "TEST ($2, $1) {\n",
     .close = "}\n",
     .check = {[UNIT_CHECK_INTEGER] = "  EXPECT_EQ ($1, $2);\n",
               [UNIT_CHECK_TRUTH] = "  EXPECT_TRUE ($1);\n",
               [UNIT_CHECK_FALSEHOOD] = "  EXPECT_FALSE ($1);\n",
               [UNIT_CHECK_NULL] = "  EXPECT_EQ ($1, nullptr);\n",
               [UNIT_CHECK_NOT_NULL] = "  EXPECT_NE ($1, nullptr);\n",
               [UNIT_CHECK_POINTER] = "  EXPECT_EQ ($1, $2);\n",
               [UNIT_CHECK_TEXT] = "  EXPECT_STREQ ($1, $2);\n",
               [UNIT_CHECK_BYTES] =
                   "  EXPECT_EQ (memcmp ($1, $2, sizeof $2), 0);\n"},
     .first = "",
     .each = "",
     .last = ""},
    {.format = TEST_FORMAT_UNITY,
     .marks = &c_marks,
     .compiler = "cc",
     .suffix = ".c",
     .libraries = " unity.c",
     .taken = "resetTest setUp suiteSetUp suiteTearDown tearDown verifyTest ",
     .head = "#include \"unity.h\"\n\nvoid setUp (void) {}\n"
             "void tearDown (void) {}\n",
     .open = "static void $1 (void) {\n",
     .close = "}\n",
     .check = {[UNIT_CHECK_INTEGER] = "  TEST_ASSERT_EQUAL_INT64 ($2, $1);\n",
               [UNIT_CHECK_TRUTH] = "  TEST_ASSERT_TRUE ($1);\n",
               [UNIT_CHECK_FALSEHOOD] = "  TEST_ASSERT_FALSE ($1);\n",
               [UNIT_CHECK_NULL] = "  TEST_ASSERT_NULL ($1);\n",
               [UNIT_CHECK_NOT_NULL] = "  TEST_ASSERT_NOT_NULL ($1);\n",
               [UNIT_CHECK_POINTER] = "  TEST_ASSERT_EQUAL_PTR ($2, $1);\n",
               [UNIT_CHECK_TEXT] = "  TEST_ASSERT_EQUAL_STRING ($2, $1);\n",
               [UNIT_CHECK_BYTES] =
                   "  TEST_ASSERT_EQUAL_MEMORY ($2, $1, sizeof $2);\n"},
     .first = "int main (void) {\n  UNITY_BEGIN ();\n",
     .each = "  RUN_TEST ($1);\n",
     .last = "  return UNITY_END ();\n}\n"},
    {.format = TEST_FORMAT_CHECK,
     .marks = &c_marks,
     .compiler = "cc",
     .suffix = ".c",
     .libraries = " $(pkg-config --libs check)",
     .head = "#include <check.h>\n",
     .taken = "DOUBLE_ZERO check_fork check_get_clockid check_list_add_end "
              "check_list_add_front check_list_advance check_list_apply "
              "check_list_at_end check_list_contains check_list_create "
              "check_list_free check_list_front check_list_val "
              "check_major_version check_micro_version check_minor_version "
              "check_set_max_msg_size check_waitpid_and_exit ck_do_nothing "
              "ck_strdup_printf cur_fork_status current_test_name emalloc "
              "eprintf erealloc error_jmp_buffer fail fail_if fail_unless "
              "fprint_xml_esc get_env_printmode lfile_lfun log_srunner_end "
              "log_srunner_start log_suite_end log_suite_start log_test_end "
              "log_test_start mark_point open_tmp_file pack ppack punpack "
              "rcvmsg_free receive_test_result send_ctx_info "
              "send_duration_info send_failure_info send_loc_info "
              "set_fork_status setup_messaging sr_stat_str srunner_add_suite "
              "srunner_create srunner_end_logging srunner_failures "
              "srunner_fork_status srunner_fprint srunner_free "
              "srunner_has_log srunner_has_tap srunner_has_xml "
              "srunner_init_logging srunner_log_fname srunner_ntests_failed "
              "srunner_ntests_run srunner_open_lfile srunner_open_tapfile "
              "srunner_open_xmlfile srunner_print srunner_register_lfun "
              "srunner_results srunner_run srunner_run_all "
              "srunner_run_tagged srunner_set_fork_status srunner_set_log "
              "srunner_set_tap srunner_set_xml srunner_tap_fname "
              "srunner_xml_fname stdout_lfun subunit_lfun suite_add_tcase "
              "suite_create suite_tcase tag_string_to_list tap_lfun "
              "tcase_add_checked_fixture tcase_add_unchecked_fixture "
              "tcase_create tcase_fn_start tcase_matching_tag tcase_name "
              "tcase_set_tags tcase_set_timeout teardown_messaging tr_create "
              "tr_ctx tr_fprint tr_free tr_lfile tr_lno tr_msg tr_rtype "
              "tr_short_str tr_str tr_tcname tr_xmlprint upack xml_lfun ",
     .open = "START_TEST ($1) {\n",
     .close = "}\nEND_TEST\n",
     .check = {[UNIT_CHECK_INTEGER] = "  ck_assert_int_eq ($1, $2);\n",
               [UNIT_CHECK_TRUTH] = "  ck_assert ($1);\n",
               [UNIT_CHECK_FALSEHOOD] = "  ck_assert (!$1);\n",
               [UNIT_CHECK_NULL] = "  ck_assert_ptr_null ($1);\n",
               [UNIT_CHECK_NOT_NULL] = "  ck_assert_ptr_nonnull ($1);\n",
               [UNIT_CHECK_POINTER] = "  ck_assert_ptr_eq ($1, $2);\n",
               [UNIT_CHECK_TEXT] = "  ck_assert_str_eq ($1, $2);\n",
               [UNIT_CHECK_BYTES] =
                   "  ck_assert_mem_eq ($1, $2, sizeof $2);\n"},
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
     .marks = &c_marks,
     .compiler = "cc",
     .suffix = ".c",
     .libraries = "",
     .head = "#include <stdio.h>\n\nstatic unsigned reprise_failed;\n\n"
             "#undef CHECK\n"
             "#define CHECK(X) \\\n"
             "  ((X) ? (void) 0 \\\n"
             "       : (void) (reprise_failed++, \\\n"
             "                 printf (\"%s:%d: %s: failed: %s\\n\", __FILE__, "
             "__LINE__, \\\n"
             "                         __func__, #X)))\n",
     .old_head =
         "#include <stdio.h>\n\nstatic unsigned failed;\n\n"
         "#define CHECK(X) \\\n"
         "  ((X) ? (void) 0 \\\n"
         "       : (void) (failed++, printf (\"%s:%d: %s: failed: %s\\n\", "
         "__FILE__, \\\n"
         "                                   __LINE__, __func__, #X)))\n",
     .open = "static void $1 (void) {\n",
     .close = "}\n",
     .check = {[UNIT_CHECK_INTEGER] = "  CHECK ($1 == $2);\n",
               [UNIT_CHECK_TRUTH] = "  CHECK ($1);\n",
               [UNIT_CHECK_FALSEHOOD] = "  CHECK (!$1);\n",
               [UNIT_CHECK_NULL] = "  CHECK ($1 == NULL);\n",
               [UNIT_CHECK_NOT_NULL] = "  CHECK ($1 != NULL);\n",
               [UNIT_CHECK_POINTER] = "  CHECK ($1 == $2);\n",
               [UNIT_CHECK_TEXT] = "  CHECK (!strcmp ($1, $2));\n",
               [UNIT_CHECK_BYTES] = "  CHECK (!memcmp ($1, $2, sizeof $2));\n"},
     .first = "int main (void) {\n",
     .each = "  $1 ();\n",
     .last = "  printf (\"%u failed\\n\", reprise_failed);\n"
             "  return reprise_failed != 0;\n}\n"},
    {.format = TEST_FORMAT_SH,
     .compiler = "#!/bin/sh\n",
     .suffix = ".sh",
     .head = SH_HEAD ("printf --") SH_CHECK,
     .old_head = SH_HEAD ("printf") SH_CHECK,
     .open = "$1 () {\n",
     .close = "}\n",
     .first = "failed=0\n",
     .each = "check $1\n",
     .last = "echo \"$failed failed\"\n[ $failed = 0 ]\n",
     .marks = &sh_marks},
    {.format = TEST_FORMAT_BATS,
     .compiler = "#!/usr/bin/env bats\n",
     .suffix = ".bats",
     .head = SH_HEAD ("printf --"),
     .old_head = SH_HEAD ("printf"),
     .open = "@test \"$1\" {\n",
     .close = "}\n",
     .first = "",
     .each = "",
     .last = "",
     .marks = &sh_marks}};

const char unit_capture[] =
    "#include <stdio.h>\n#include <unistd.h>\n\n"
    "/* What is written to $1 from now on is for reprise_printed$2. */\n"
    "static FILE *reprise_$1_file;\n"
    "static int reprise_$1_was;\n\n"
    "static void reprise_capture$2 (void) {\n"
    "  fflush ($1);\n"
    "  reprise_$1_file = tmpfile ();\n"
    "  reprise_$1_was = dup (fileno ($1));\n"
    "  dup2 (fileno (reprise_$1_file), fileno ($1));\n"
    "}\n\n"
    "static const char *reprise_printed$2 (void) {\n"
    "  static char text[4096];\n"
    "  fflush ($1);\n"
    "  dup2 (reprise_$1_was, fileno ($1));\n"
    "  close (reprise_$1_was);\n"
    "  rewind (reprise_$1_file);\n"
    "  text[fread (text, 1, sizeof text - 1, reprise_$1_file)] = 0;\n"
    "  fclose (reprise_$1_file);\n"
    "  return text;\n"
    "}\n\n";

const unit_stream unit_streams[UNIT_STREAMS] = {
    {"stdout", "", "printed"}, {"stderr", "_errors", "complained"}};

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
