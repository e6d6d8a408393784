/* Runner of the unit tests: one process per test, some at a time. */

#include "test.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define MAX_JOBS 64

typedef struct job {
  pid_t pid;
  const test *test;
  FILE *output; /* what the test printed: shown only if it fails */
} job;

/* What a test cost, in milliseconds of the processor. */
typedef struct cost {
  long ms;
  const test *test;
} cost;

#define MAX_SHOWN 100

typedef struct runner {
  job jobs[MAX_JOBS];
  int n_jobs, max_jobs;
  unsigned limit; /* seconds per test */
  int passed, failed;
  cost slowest[MAX_SHOWN]; /* in order */
  int n_slowest, max_slowest;
} runner;

static test *tests, **last_test = &tests;

void test_register (test *t) {
  *last_test = t;
  last_test = &t->next;
}

bool test_is_long (void) {
  const char *s = getenv ("TEST_LONG");
  return s && *s && *s != '0';
}

void test_fail (const char *file, int line, const char *fmt, ...) {
  fprintf (stderr, "%s:%d: ", file, line);
  va_list ap;
  va_start (ap, fmt);
  vfprintf (stderr, fmt, ap);
  va_end (ap);
  fputc ('\n', stderr);
  fflush (NULL);
  _exit (1); /* without the leak check, which would only bury the message */
}

void test_check (const char *file, int line, const char *text, bool holds) {
  if (!holds)
    test_fail (file, line, "does not hold: %s", text);
}

void test_check_equal (const char *file, int line, const char *a_text,
                       const char *b_text, intmax_t a, intmax_t b) {
  if (a != b)
    test_fail (file, line, "%s is %jd but %s is %jd", a_text, a, b_text, b);
}

void test_check_text (const char *file, int line, const char *a_text,
                      const char *b_text, const char *a, const char *b) {
  if (!a || !b || strcmp (a, b))
    test_fail (file, line, "%s is \"%s\" but %s is \"%s\"", a_text,
               a ? a : "(null)", b_text, b ? b : "(null)");
}

static void show_name (const test *t, char *buffer, size_t size) {
  const char *base = strrchr (t->file, '/');
  base = base ? base + 1 : t->file;
  if (!strncmp (base, "test_", 5))
    base += 5;
  snprintf (buffer, size, "%.*s.%s", (int) strcspn (base, "."), base, t->name);
}

static bool is_selected (const test *t, int n, char **filters) {
  char name[256];
  show_name (t, name, sizeof name);
  for (int i = 0; i < n; i++)
    if (strstr (name, filters[i]))
      return true;
  return n == 0;
}

static void start (runner *r, const test *t) {
  job *j = &r->jobs[r->n_jobs++];
  j->test = t;
  j->output = tmpfile ();
  if (!j->output) {
    perror ("unit: cannot create a temporary file");
    exit (2);
  }
  fflush (NULL);
  j->pid = fork ();
  if (j->pid < 0) {
    perror ("unit: cannot fork");
    exit (2);
  }
  if (j->pid)
    return;
  dup2 (fileno (j->output), 1);
  dup2 (fileno (j->output), 2);
  alarm (r->limit);
  t->run ();
  exit (0);
}

static void show_failure (const runner *r, const job *j, int how) {
  char name[256], line[4096];
  show_name (j->test, name, sizeof name);
  printf ("FAIL %s", name);
  if (WIFSIGNALED (how) && WTERMSIG (how) == SIGALRM)
    printf (" (not finished after %u s)", r->limit);
  else if (WIFSIGNALED (how))
    printf (" (%s)", strsignal (WTERMSIG (how)));
  printf ("\n");
  rewind (j->output);
  while (fgets (line, sizeof line, j->output))
    printf ("  %s", line);
}

static long milliseconds (struct timeval t) {
  return t.tv_sec * 1000 + t.tv_usec / 1000;
}

static void note_cost (runner *r, const test *t, const struct rusage *used) {
  cost c = {milliseconds (used->ru_utime) + milliseconds (used->ru_stime), t};
  int i = r->n_slowest;
  if (i < r->max_slowest)
    r->n_slowest++;
  else if (!i || r->slowest[--i].ms >= c.ms)
    return;
  for (; i && r->slowest[i - 1].ms < c.ms; i--)
    r->slowest[i] = r->slowest[i - 1];
  r->slowest[i] = c;
}

static void show_slowest (const runner *r) {
  for (int i = 0; i < r->n_slowest; i++) {
    char name[256];
    show_name (r->slowest[i].test, name, sizeof name);
    printf ("%6ld ms  %s\n", r->slowest[i].ms, name);
  }
}

static void finish_one (runner *r) {
  int how, i = 0;
  pid_t pid;
  struct rusage used;
  do
    pid = wait4 (-1, &how, 0, &used);
  while (pid < 0 && errno == EINTR);
  while (i < r->n_jobs && r->jobs[i].pid != pid)
    i++;
  if (i == r->n_jobs)
    return;
  job *j = &r->jobs[i];
  note_cost (r, j->test, &used);
  if (how) {
    r->failed++;
    show_failure (r, j, how);
  } else
    r->passed++;
  fclose (j->output);
  *j = r->jobs[--r->n_jobs];
}

static void usage (void) {
  fputs ("usage: unit [-j JOBS] [-t SECONDS] [-l] [-s SLOWEST] [NAME...]\n",
         stderr);
  exit (2);
}

int main (int argc, char **argv) {
  runner r = {.max_jobs = (int) sysconf (_SC_NPROCESSORS_ONLN)};
  r.limit = test_is_long () ? 7200 : 1200;
  bool list = false;
  for (int c; (c = getopt (argc, argv, "j:t:ls:")) != -1;)
    if (c == 'j')
      r.max_jobs = (int) strtol (optarg, NULL, 10);
    else if (c == 't')
      r.limit = (unsigned) strtoul (optarg, NULL, 10);
    else if (c == 's')
      r.max_slowest = (int) strtol (optarg, NULL, 10);
    else if (c == 'l')
      list = true;
    else
      usage ();
  if (r.max_jobs < 1)
    r.max_jobs = 1;
  if (r.max_jobs > MAX_JOBS)
    r.max_jobs = MAX_JOBS;
  if (r.max_slowest > MAX_SHOWN)
    r.max_slowest = MAX_SHOWN;

  for (const test *t = tests; t; t = t->next) {
    if (!is_selected (t, argc - optind, argv + optind))
      continue;
    if (list) {
      char name[256];
      show_name (t, name, sizeof name);
      puts (name);
      continue;
    }
    if (r.n_jobs == r.max_jobs)
      finish_one (&r);
    start (&r, t);
  }
  while (r.n_jobs)
    finish_one (&r);
  show_slowest (&r);
  if (!list)
    printf ("%d passed, %d failed\n", r.passed, r.failed);
  return r.failed != 0;
}
