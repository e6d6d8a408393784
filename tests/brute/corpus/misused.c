#include "brute.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <search.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <wchar.h>

/* The C library, used in ways that its manual warns of. */

static int by_first (const void *a, const void *b) {
  return *(const char *) a - *(const char *) b;
}
static int by_third (const void *a, const void *b) {
  return ((const char *) a)[2] - ((const char *) b)[2];
}
static int by_text (const void *a, const void *b) {
  return strcmp (*(char *const *) a, *(char *const *) b);
}
TEST (sorted_by_what_is_behind) {
  char *a = malloc (4);
  memcpy (a, "dcba", 4);
  qsort (a, 4, 1, x & 1 ? by_first : by_third);
  return a[0];
}
TEST (sorted_with_too_many) {
  char *a = malloc (4);
  memcpy (a, "dcba", 4);
  qsort (a, 4 + (x == 9), 1, by_first);
  return a[0];
}
TEST (sorted_texts_with_null) {
  char *a[3] = {"c", x == 7 ? NULL : "b", "a"};
  qsort (a, 3, sizeof *a, by_text);
  return a[0][0];
}
TEST (searched_in_nothing) {
  static const char a[4] = "aceg";
  char key = x;
  const char *p = bsearch (&key, a, x & 1 ? 0 : 4, 1, by_first);
  return *p;
}
TEST (searched_too_far) {
  int a[3] = {1, 2, 3}, key = x & 3;
  size_t n = 3 + (x == 12);
  int *p = lfind (&key, a, &n, sizeof *a,
                  (int (*) (const void *, const void *)) by_first);
  return p ? *p : 0;
}
TEST (token_of_nothing) {
  char t[8] = "a b";
  t[1] = x & 1 ? ' ' : 'b';
  char *first = strtok (t, " "), *second = strtok (NULL, " ");
  return first[0] + second[0];
}
TEST (token_of_literal) {
  char t[4] = "abc";
  return *strtok (x == 3 ? "a,b" : t, ",");
}
TEST (tokens_reentrant) {
  char t[] = "a=1;b=2", *s, *u;
  int n = 0;
  for (char *p = strtok_r (t, ";", &s); p; p = strtok_r (NULL, ";", &s))
    n += strtok_r (p, x & 1 ? "=" : "-", &u)[0] + *strtok_r (NULL, "=", &u);
  return n;
}
TEST (environment_is_null) {
  setenv ("BRUTE", "12", 1);
  if (x & 1)
    unsetenv ("BRUTE");
  return atoi (getenv ("BRUTE"));
}
TEST (environment_written) {
  setenv ("BRUTE", "12", 1);
  char *p = getenv ("BRUTE");
  p[x & 1] = '7';
  return atoi (getenv ("BRUTE"));
}
TEST (number_of_null) {
  const char *t[2] = {"12", NULL};
  return atoi (t[x == 6]);
}
TEST (end_of_number) {
  char *t = strdup ("12");
  if (x & 1)
    t[2] = '3';
  return (int) strtol (t, NULL, 10);
}
TEST (length_of_unended) {
  char *p = malloc (4);
  memset (p, 'a', 4);
  p[x % 5 % 4] = x % 5 == 4 ? 'b' : 0;
  return (int) strlen (p);
}
TEST (text_of_unended) {
  char *p = malloc (4), t[16];
  memset (p, 'a', 4);
  if (x & 1)
    p[3] = 0;
  return snprintf (t, sizeof t, "%s", p);
}
TEST (written_count) {
  char t[32];
  int n = 0;
  snprintf (t, x & 15, "%d%n", x * 1000, &n);
  return n;
}
TEST (stars_of_arguments) {
  char *t = malloc (8);
  int n = sprintf (t, "%*d", x & 15, 7);
  free (t);
  return n;
}
TEST (hex_grows) {
  char *t = malloc (4);
  int n = sprintf (t, "%#x", x * 3);
  free (t);
  return n;
}
TEST (double_is_long) {
  char t[8];
  return sprintf (t, "%.2f", x * (x == 200 ? 1e5 : 0.5));
}
TEST (appended_to_itself) {
  char t[16] = "ab";
  if (x & 1)
    strcat (t, t);
  else
    strcat (t, "cd");
  return t[3];
}
TEST (copied_onto_itself) {
  char t[16] = "abcdef";
  strcpy (t + (x & 7), t + (x >> 3 & 7));
  return t[0];
}
TEST (moved_within) {
  char t[16] = "abcdefgh";
  memcpy (t + (x & 3), t, x >> 2 & 7);
  return t[3];
}
TEST (multibyte_room) {
  char *t = malloc (3);
  wchar_t w[4] = {L'a', x & 1 ? L'b' : 0, x & 2 ? L'c' : 0, 0};
  return (int) wcstombs (t, w, 8);
}
TEST (time_of_null) {
  struct tm *t = x == 4 ? NULL : &(struct tm) {.tm_mday = 1, .tm_year = 100};
  return mktime (t) > 0;
}
TEST (class_of_number) { return !!isdigit (x * (x == 3 ? 1 : 0) + '5'); }
TEST (lines_cut) {
  FILE *f = tmpfile ();
  char *t = malloc (4);
  fputs ("abcdefgh\n", f);
  rewind (f);
  char *p = fgets (t, x & 7, f);
  fclose (f);
  return p && (x & 7) > 1 ? p[0] : 2;
}
TEST (read_too_much) {
  FILE *f = tmpfile ();
  char *t = malloc (4);
  fputs ("abcdefgh", f);
  rewind (f);
  size_t n = fread (t, x & 1 ? 1 : 2, x >> 1 & 3, f);
  fclose (f);
  return (int) n;
}
TEST (write_too_much) {
  FILE *f = tmpfile ();
  char t[4] = "abc";
  size_t n = fwrite (t, 1, x & 7, f);
  fclose (f);
  return (int) n;
}
TEST (no_such_file) {
  FILE *f = x & 1 ? tmpfile () : fopen ("/nonexistent/brute", "r");
  int c = fgetc (f);
  return c;
}
TEST (abs_of_everything) { return abs (x - 128) + (int) labs (-x); }
TEST (signal_handler_divides) {
  signal (SIGUSR1, x & 1 ? SIG_IGN : SIG_DFL);
  if (x == 3)
    raise (SIGUSR1);
  return 100 / (x & 7);
}
static int hits;
static void count_hit (int s) { hits += 100 / (s - SIGUSR1 + hits); }
TEST (handler_dies) {
  hits = x & 1;
  signal (SIGUSR1, count_hit);
  raise (SIGUSR1);
  return hits;
}
TEST (duplicated_part) {
  char t[4] = {'a', 'b', 'c', x & 1 ? 'd' : 0};
  char *p = x & 2 ? strdup (t) : strndup (t, 4);
  int r = p[2];
  free (p);
  return r;
}
TEST (memory_compared_too_far) {
  char *a = malloc (4), *b = malloc (8);
  memset (a, 1, 4);
  memset (b, 1, 8);
  b[x & 7] = 2;
  return memcmp (a, b, x & 8 ? 8 : 4) < 0;
}
TEST (found_past_the_end) {
  char a[8] = "abc";
  char *p = memchr (a, x & 1 ? 'c' : 'z', x & 2 ? 3 : 4);
  return p[1];
}
TEST (padded_copy) {
  char *t = malloc (6);
  strncpy (t, "abc", x & 15);
  return x & 15 ? t[0] : 1;
}
TEST (asked_too_much) {
  char *p = malloc (x == 1 ? SIZE_MAX / 2 : 8);
  p[0] = 1;
  return p[0];
}
TEST (product_wraps) {
  u32 n = x == 1 ? 0x40000001 : 2;
  int *p = malloc (n * (u32) sizeof *p);
  p[0] = 1;
  p[1] = 2;
  return p[1];
}
