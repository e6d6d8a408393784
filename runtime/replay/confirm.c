/* Which checks of exported tests hold natively, with the C library that is
 * installed (export/unit_confirm.h). Linked with the tests, whose functions are
 * reprise_tests and call reprise_checked.
 *
 *     program RESULTS
 *
 * RESULTS has a byte for each check, then one for each test. Every test is
 * done in a process of its own; then all of them twice in one, since what one
 * leaves behind may be seen by the next.
 */

#define _GNU_SOURCE
#include "confirm.h"

#include "freeze.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>

#define SECONDS 10 /* for one test */

static unsigned char *check, *test;
static volatile unsigned *now; /* the test that is done */

void reprise_checked (unsigned i, int holds) {
  if (!holds)
    check[i] = CONFIRM_FAILS;
  else if (check[i] == CONFIRM_UNSEEN)
    check[i] = CONFIRM_HOLDS;
}

int reprise_is_same (const char *a, const char *b) {
  return a && b && !strcmp (a, b);
}

static void do_test (unsigned i) {
  *now = i;
  alarm (SECONDS);
  reprise_tests[i]();
  alarm (0);
}

static void map_results (const char *path) {
  struct stat st;
  int fd = open (path, O_RDWR | O_CLOEXEC);
  if (fd < 0 || fstat (fd, &st))
    _exit (2);
  check = mmap (NULL, (size_t) st.st_size, PROT_READ | PROT_WRITE, MAP_SHARED,
                fd, 0);
  now = mmap (NULL, sizeof *now, PROT_READ | PROT_WRITE,
              MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (check == MAP_FAILED || now == MAP_FAILED)
    _exit (2);
  test = check + st.st_size - reprise_n_tests;
  close (fd);
}

/* Waits for a child that has come to its end, not to one of its own. */
static int ends_well (pid_t child) {
  int status;
  return child > 0 && waitpid (child, &status, 0) == child &&
         WIFEXITED (status) && WEXITSTATUS (status) == CONFIRM_DONE;
}

static void do_alone (unsigned i) {
  pid_t child = fork ();
  if (!child) {
    do_test (i);
    _exit (CONFIRM_DONE);
  }
  if (!ends_well (child))
    test[i] = CONFIRM_FAILS;
}

static int do_together (void) {
  pid_t child = fork ();
  if (!child) {
    for (unsigned i = 0; i < 2 * reprise_n_tests; i++)
      if (test[i % reprise_n_tests] != CONFIRM_FAILS)
        do_test (i % reprise_n_tests);
    _exit (CONFIRM_DONE);
  }
  if (ends_well (child))
    return 1;
  test[*now] = CONFIRM_FAILS;
  return 0;
}

int main (int argc, char **argv) {
  if (argc != 2)
    return 2;
  map_results (argv[1]);
  int null = open ("/dev/null", O_RDWR);
  for (int fd = 0; fd < 3; fd++)
    dup2 (null, fd);
  setsid ();
  freeze_limits ();
  int status = freeze ();
  if (status != FREEZE_INSIDE)
    return status == FREEZE_IMPOSSIBLE ? CONFIRM_NO_SANDBOX : status;
  for (unsigned i = 0; i < reprise_n_tests; i++)
    do_alone (i);
  for (unsigned i = 0; i < reprise_n_tests && !do_together (); i++)
    ;
  return CONFIRM_DONE;
}
