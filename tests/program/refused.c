// expect: complete=6 error=0
// Where the C library of most systems says no, and another one does what it can.
#include <fcntl.h>
#include <klee/klee.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int no_base (int base) {
  char *end = NULL;
  klee_assert (strtol ("12", &end, base) == 0 && !end);
  klee_assert (strtoul ("7f,", &end, 16) == 0x7f && *end == ',');
  klee_assert (strtoll ("-12", NULL, 0) == -12);
  return 0;
}

static int no_file (void) {
  int fd = open ("/dev/null", O_RDONLY);
  klee_assert (!fdopen (99, "r") && !fdopen (fd, "w"));
  FILE *f = fdopen (fd, "r");
  klee_assert (f && fgetc (f) == EOF);
  return fclose (f);
}

static int no_locale (void) {
  klee_assert (!setlocale (LC_ALL, "xx_XX") && setlocale (LC_ALL, "C"));
  const char *was = setlocale (LC_ALL, NULL);
  klee_assert (was && setlocale (LC_ALL, was));
  return 0;
}

int main (void) {
  int k = klee_range (0, 6, "k");
  char t[32] = "abcdef", u[32] = "";
  switch (k) {
  case 0:
    return no_base (1);
  case 1:
    return no_base (40);
  case 2:
    return no_file ();
  case 3:
    return no_locale ();
  case 4:
    snprintf (t, sizeof t, "%s%d", t, 5);
    klee_assert (!strcmp (t, "abcdef5"));
    return 0;
  default:
    sprintf (u, "%s%s", t, t + 3);
    klee_assert (!strcmp (u, "abcdefdef"));
    return 0;
  }
}
