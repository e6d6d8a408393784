
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void reprise_check (void **state) {
  const struct reprise_test *t = *state;
  int status = reprise_run (t);
  enum reprise_result r = reprise_judge (t, status);
  if (r == REPRISE_SKIPPED) {
    print_message ("%s needs %s\n", t->end, t->needs);
    skip ();
  }
  if (r == REPRISE_FAILED) {
    char why[512];
    reprise_explain (t, status, why, sizeof why);
    fail_msg ("%s", why);
  }
}

int main (void) {
  size_t n = sizeof reprise_tests / sizeof *reprise_tests;
  struct CMUnitTest *all = calloc (n, sizeof *all);
  char (*name)[32] = calloc (n, sizeof *name);
  if (!all || !name)
    return 2;
  for (size_t i = 0; i < n; i++) {
    snprintf (name[i], sizeof *name, "test %u", reprise_tests[i].number);
    all[i] = (struct CMUnitTest) {name[i], reprise_check, NULL, NULL,
                                  (void *) &reprise_tests[i]};
  }
  int failed = _cmocka_run_group_tests ("tests", all, n, NULL, NULL);
  free (all);
  free (name);
  return failed != 0;
}
