
static int reprise_is_chosen (unsigned number, int argc, char **argv) {
  for (int i = 1; i < argc; i++)
    if ((unsigned) atoi (argv[i]) == number)
      return 1;
  return argc < 2;
}

int main (int argc, char **argv) {
  unsigned count[3] = {0};
  size_t n = sizeof reprise_tests / sizeof *reprise_tests;
  for (size_t i = 0; i < n; i++) {
    const struct reprise_test *t = reprise_tests + i;
    if (!reprise_is_chosen (t->number, argc, argv))
      continue;
    int status = reprise_run (t);
    enum reprise_result r = reprise_judge (t, status);
    count[r]++;
    if (r == REPRISE_FAILED) {
      char why[512];
      reprise_explain (t, status, why, sizeof why);
      printf ("test %u fails: %s\n", t->number, why);
    }
    if (r == REPRISE_SKIPPED)
      printf ("test %u skipped: %s needs %s\n", t->number, t->end, t->needs);
  }
  printf ("%u passed, %u failed, %u skipped\n", count[REPRISE_PASSED],
          count[REPRISE_FAILED], count[REPRISE_SKIPPED]);
  return count[REPRISE_FAILED] != 0;
}
