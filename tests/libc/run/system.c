/* Signals, jumps, time, environment, exit handlers, errno. */

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t caught;
static jmp_buf back;

static void on_signal (int number) { caught = number; }
static void jump (int x) { longjmp (back, x + 1); }
static void first (void) { puts ("registered first"); }
static void second (void) { puts ("registered second"); }
__attribute__ ((constructor)) static void before (void) { puts ("before"); }
__attribute__ ((destructor)) static void after (void) { puts ("after"); }

int main (int argc, char **argv) {
  signal (SIGUSR1, on_signal);
  raise (SIGUSR1);
  printf ("%d %d %d\n", caught == SIGUSR1, argc, argv[argc] == NULL);
  signal (SIGUSR1, SIG_IGN);
  raise (SIGUSR1);
  int x = setjmp (back);
  if (!x)
    jump (6);
  printf ("%d\n", x);
  setenv ("NAME", "value", 1);
  printf ("%s\n", getenv ("NAME"));
  unsetenv ("NAME");
  printf ("%d\n", getenv ("NAME") == NULL);
  struct tm date = {.tm_year = 124, .tm_mon = 1, .tm_mday = 30};
  setenv ("TZ", "UTC", 1);
  time_t t = mktime (&date);
  printf ("%ld %s", (long) t, asctime (gmtime (&t)));
  time_t start = time (NULL);
  printf ("%d\n", time (NULL) >= start);
  errno = 0;
  printf ("%d ", open ("/no/such/file", O_RDONLY));
  printf ("%d\n", errno == ENOENT);
  char *p = mmap (NULL, 10000, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  strcpy (p + 9990, "mapped");
  printf ("%s %d\n", p + 9990, p[0]);
  munmap (p, 10000);
  printf ("%d\n", (int) read (0, p, 0));
  atexit (first);
  atexit (second);
  exit (5);
}
