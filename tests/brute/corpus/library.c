#include "brute.h"
#include <getopt.h>
#include <stdio.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

/* What users call. */

static int by_value (const void *a, const void *b) {
  return *(const int *) a - *(const int *) b;
}
static int by_text (const void *a, const void *b) {
  return strcmp (*(char *const *) a, *(char *const *) b);
}
static int limit_;
static int dividing (const void *a, const void *b) {
  return limit_ / (*(const int *) a - *(const int *) b);
}

TEST (sorted) {
  int a[3] = {5, x, 9};
  qsort (a, 3, sizeof *a, by_value);
  return a[0] * 100 + a[1] * 10 + a[2];
}
TEST (sorted_too_many) {
  int a[3] = {5, 3, 9};
  qsort (a, 2 + (x & 3), sizeof *a, by_value);
  return a[0];
}
TEST (sorted_dies) {
  int a[2] = {7, x};
  limit_ = 10;
  qsort (a, 2, sizeof *a, dividing);
  return a[0];
}
TEST (sorted_texts) {
  char first[2] = {x, 0};
  char *a[3] = {"m", first, "c"};
  qsort (a, 3, sizeof *a, by_text);
  return a[0][0] * 256 + a[2][0];
}
TEST (searched) {
  static const int a[] = {2, 3, 5, 7, 11, 13};
  int *p = bsearch (&x, a, 6, sizeof *a, by_value);
  return p ? p - a : -1;
}
TEST (searched_used) {
  static const int a[] = {2, 3, 5, 7};
  int *p = bsearch (&x, a, 4, sizeof *a, by_value);
  return *p;
}
TEST (printed) {
  char s[6];
  int n = snprintf (s, sizeof s, "%d", x * 1000);
  return n * 256 + s[0] + s[4];
}
TEST (printed_too_long) {
  char s[6];
  return sprintf (s, "%d", x * 1000);
}
TEST (printed_name) {
  char s[8], name[8] = "abcdefg";
  name[x & 7] = 0;
  return sprintf (s, "<%s>", name);
}
TEST (printed_precision) {
  char name[3] = {'a', 'b', 'c'}, s[8];
  return snprintf (s, 8, "%.*s", x & 3, name);
}
TEST (printed_width) {
  char s[8];
  snprintf (s, sizeof s, "%*d|", x & 15, 5);
  return s[0] * 256 + s[6];
}
TEST (printed_hex) {
  char s[12];
  sprintf (s, "%02x%c%u%%", x, 'a' + (x & 3), x);
  return strlen (s) * 1000 + s[1];
}
TEST (printed_null) {
  char s[12];
  int n = snprintf (s, 12, "%s", x == 7 ? (char *) NULL : "text");
  return n;
}
TEST (printed_after_short) {
  char s[4], t[8];
  int n = snprintf (s, sizeof s, "%d", x << 4);
  memcpy (t, s, n + 1);
  return t[0];
}
TEST (printed_at) {
  char s[8];
  int at = 0;
  for (int i = 0; i < (x & 7); i++)
    at += snprintf (s + at, sizeof s - at, "%d,", i);
  return at;
}
TEST (tokens_kept) {
  char s[8] = {
      'a', x & 1 ? ',' : 'b', x & 2 ? ',' : 'c', x & 4 ? ';' : 'd', 'e', 0};
  char *save, *word[2] = {0};
  int n = 0;
  for (char *p = strtok_r (s, ",;", &save); p; p = strtok_r (NULL, ",;", &save))
    word[n++] = p;
  return n * 100 + word[0][0] + (word[1] ? word[1][0] : 0);
}
TEST (separated) {
  char s[5] = {x & 1 ? ':' : 'a', x & 2 ? ':' : 'b', x & 4 ? ':' : 'c', 'd', 0};
  char *rest = s, *p;
  int n = 0;
  while ((p = strsep (&rest, ":")))
    n = n * 5 + strlen (p) + 1;
  return n;
}
TEST (options) {
  char flag[3] = {'-', x, 0};
  char *argv[] = {"p", flag, "7", NULL};
  int c, n = 0;
  optind = 1;
  opterr = 0;
  while ((c = getopt (3, argv, "ab:c")) != -1)
    switch (c) {
    case 'a':
      n += 1;
      break;
    case 'b':
      n += atoi (optarg);
      break;
    case 'c':
      n += atoi (argv[optind]) * 10;
      break;
    default:
      n += 1000;
    }
  return n * 10 + optind;
}
TEST (options_missing) {
  char flag[3] = {'-', x, 0};
  char *argv[] = {"p", flag, NULL};
  int n = 0;
  optind = 1;
  opterr = 0;
  optarg = NULL;
  int c = getopt (2, argv, "a::b:");
  if (c == 'a')
    n = strlen (optarg);
  else if (c == 'b')
    n = 2;
  return n + c;
}
TEST (environment) {
  char name[2] = {x & 1 ? 'Q' : 'R', 0};
  setenv ("Q", "17", 1);
  unsetenv ("R");
  char *v = getenv (name);
  return atoi (v);
}
TEST (clock_parts) {
  time_t t = (time_t) x * 86400;
  struct tm *p = gmtime (&t);
  return p->tm_year * 10000 + p->tm_mon * 100 + p->tm_mday;
}
TEST (clock_text) {
  struct tm tm = {.tm_year = 70 + (x & 63), .tm_mday = 1};
  char s[11];
  size_t n = strftime (s, sizeof s, "%Y-%m-%d", &tm);
  return n * 256 + s[3];
}
TEST (clock_short) {
  struct tm tm = {.tm_year = 70, .tm_mday = 1};
  char s[16];
  memset (s, 'x', 16);
  s[15] = 0;
  size_t n = strftime (s, x & 15, "%Y-%m-%d", &tm);
  return n;
}
TEST (case_less) {
  char a[3] = {x, 'b', 0};
  return strcasecmp (a, "Ab") == 0;
}
TEST (duplicated) {
  char s[6] = "hello";
  s[x % 6] = 0;
  char *p = strndup (s, x & 3), *q = strdup (s);
  long r = strlen (p) * 10 + strlen (q) + q[5];
  free (p);
  free (q);
  return r;
}
TEST (absolute) { return abs (x - 100) + labs (-(long) x); }
TEST (divided) {
  div_t d = div (100, x - 50);
  return d.quot * 1000 + d.rem;
}
TEST (random_same) {
  srand (x);
  int a = rand ();
  srand (x);
  return a == rand ();
}
TEST (ended_at) {
  char s[8] = "abc";
  s[3] = x;
  return strnlen (s, 4) * 10 + (stpcpy (s, "xy") - s);
}
TEST (memory_stream) {
  char *text = NULL;
  size_t n = 0;
  FILE *f = open_memstream (&text, &n);
  fprintf (f, "%d", x);
  fclose (f);
  long r = n * 256 + text[0];
  free (text);
  return r;
}
