
/* Errors end in a signal. */
const char *__asan_default_options (void);
const char *__asan_default_options (void) {
  return "abort_on_error=1:detect_leaks=0";
}

const char *__ubsan_default_options (void);
const char *__ubsan_default_options (void) {
  return "abort_on_error=1:halt_on_error=1";
}

static int reprise_run (const struct reprise_test *t) {
  int status = 0;
  fflush (NULL);
  pid_t child = fork ();
  if (!child) {
    if (!freopen ("/dev/null", "w", stdout))
      _exit (99);
    alarm (10);
    reprise_next = reprise_inputs + t->first;
    reprise_last = reprise_next + t->n;
    exit (reprise_program (sizeof reprise_arguments / sizeof (char *) - 1,
                           reprise_arguments));
  }
  if (child < 0 || waitpid (child, &status, 0) < 0) {
    perror ("cannot run a test");
    exit (2);
  }
  return status;
}

#ifdef FIXED
#ifdef __has_feature
#define REPRISE_HAS_ADDRESS __has_feature (address_sanitizer)
#define REPRISE_HAS_UNDEFINED __has_feature (undefined_behavior_sanitizer)
#else /* no macro tells of the second */
#ifdef __SANITIZE_ADDRESS__
#define REPRISE_HAS_ADDRESS 1
#else
#define REPRISE_HAS_ADDRESS 0
#endif
extern void __ubsan_get_current_report_data (void) __attribute__ ((weak));
#define REPRISE_HAS_UNDEFINED (__ubsan_get_current_report_data != NULL)
#endif

/* Would this build show the error, were it still there? */
static int reprise_is_shown (const struct reprise_test *t) {
  return t->shown_by == REPRISE_ALL ||
         (t->shown_by == REPRISE_ADDRESS && REPRISE_HAS_ADDRESS) ||
         (t->shown_by == REPRISE_UNDEFINED && REPRISE_HAS_UNDEFINED);
}
#endif

enum reprise_result { REPRISE_PASSED, REPRISE_FAILED, REPRISE_SKIPPED };

static enum reprise_result reprise_judge (const struct reprise_test *t,
                                          int status) {
  if (!t->is_error)
    return WIFEXITED (status) && WEXITSTATUS (status) == t->status
               ? REPRISE_PASSED
               : REPRISE_FAILED;
#ifdef FIXED
  if (WIFSIGNALED (status))
    return REPRISE_FAILED;
  return reprise_is_shown (t) ? REPRISE_PASSED : REPRISE_SKIPPED;
#else
  if (WIFSIGNALED (status))
    return REPRISE_PASSED;
  return t->needs ? REPRISE_SKIPPED : REPRISE_FAILED;
#endif
}

/* Why it failed. */
static void reprise_explain (const struct reprise_test *t, int status,
                             char *text, size_t size) {
  const char *how = WIFSIGNALED (status) ? "signal" : "exit";
  int n = WIFSIGNALED (status) ? WTERMSIG (status) : WEXITSTATUS (status);
#ifdef FIXED
  if (t->is_error) {
    snprintf (text, size, "%s is still there: %s %d", t->end, how, n);
    return;
  }
#endif
  snprintf (text, size, "%s expected, %s %d found", t->end, how, n);
}
