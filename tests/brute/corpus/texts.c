#include "brute.h"
#include <ctype.h>
#include <errno.h>
#include <stdio.h>

TEST (strncpy_pads) {
  char a[8];
  memset (a, 'z', 8);
  char b[4] = "abc";
  b[x & 3] = 0;
  strncpy (a, b, x >> 2 & 7);
  return a[x >> 5];
}
TEST (strncpy_unset_rest) {
  char a[8], b[8] = "abcdefg";
  b[x & 7] = 0;
  strncpy (a, b, 5);
  return a[x >> 3 & 7];
}
TEST (strncpy_over) {
  char a[4];
  strncpy (a, "ab", x & 7);
  return a[0];
}
TEST (strncat_exact) {
  char a[6] = "ab";
  char b[8] = "cdefghi";
  b[x & 7] = 0;
  strncat (a, b, x >> 3 & 7);
  return strlen (a);
}
TEST (strncat_sizeof) {
  char a[6] = "";
  a[x & 3] = 'x';
  if (x & 16)
    memset (a, 'y', 3);
  strncat (a, "123456", sizeof a - strlen (a));
  return a[4];
}
TEST (snprintf_truncates) {
  char a[8], out_text[8];
  int n = snprintf (a, sizeof a, "%.*s", x & 15, "abcdefghijklm");
  memcpy (out_text, a, n);
  return out_text[0];
}
TEST (snprintf_adds_up) {
  char a[10];
  int at = 0;
  for (int i = 0; i < 4; i++)
    at += snprintf (a + at, sizeof a - at, "%d,", (x >> 2 * i & 3) * 11);
  return at;
}
TEST (strtok_two) {
  char a[10] = "ab;cd,ef;";
  a[x & 7] = x & 8 ? ';' : ',';
  char *p = strtok (a, ";");
  char *q = strtok (NULL, ",");
  return p[0] * 256 + q[0];
}
TEST (strtok_literal) {
  char *text = x & 1 ? "a b" : (x & 2 ? "ab" : "   ");
  char *p = strtok (text, " ");
  return p ? p[0] : 0;
}
TEST (strtol_end) {
  char a[4] = {x, '1', ' ', 0};
  char *end;
  long v = strtol (a, &end, 0);
  return v * 10 + (end - a) + (*end == 0);
}
TEST (strtol_unended) {
  char a[2] = {'1', '2'};
  if (x & 1)
    a[1] = 'x';
  if (x & 2)
    a[0] = '-';
  return strtol (a, NULL, 10);
}
TEST (strtoul_minus) {
  char a[5] = "-0x ";
  a[3] = x;
  errno = 0;
  unsigned long v = strtoul (a, NULL, 16);
  char t[17] = {0};
  return t[-v];
}
TEST (memchr_found) {
  char a[4] = "abc";
  a[x & 3] = '=';
  char *eq = memchr (a, '=', x >> 2 & 3);
  return eq[1] + (eq - a);
}
TEST (memrchr_like) {
  char a[6] = "a/b/c";
  a[x % 6] = 0;
  char *p = strrchr (a, '/');
  p[0] = 0;
  return strlen (a);
}
TEST (strstr_past) {
  char a[8] = "key=val";
  a[x & 7] = 'k';
  if (x & 8)
    a[7] = '!';
  char *p = strstr (a, "=v");
  return p ? p[2] : 0;
}
TEST (strspn_end) {
  char a[5] = "1234";
  a[x & 3] = 'x';
  size_t n = strspn (a, "0123456789");
  return a[n + (x >> 7) + 4];
}
TEST (strdup_write) {
  char *p = strdup (x & 1 ? "abc" : "");
  p[x >> 1 & 3] = 'x';
  free (p);
  return 1;
}
TEST (strndup_size) {
  char a[4] = {'a', 'b', 'c', 'd'};
  char *p = strndup (a, x & 7);
  int r = p[x >> 3 & 3];
  free (p);
  return r;
}
TEST (strlen_of_field) {
  struct {
    char name[4];
    char rest[4];
  } s = {"abc", "def"};
  s.name[3] = x & 1 ? 'x' : 0;
  s.rest[3] = x & 2 ? 'x' : 0;
  return strlen (s.name);
}
TEST (toupper_of_char) {
  char c = x;
  return toupper ((u8) c) + !isdigit (c & 127);
}
TEST (hex_table) {
  static const char digits[] = "0123456789abcdef";
  char c = x;
  return digits[c >> 4];
}
TEST (format_star) {
  char a[8];
  int n = sprintf (a, "%*d", x & 15, 5);
  return n;
}
TEST (format_s_unended) {
  char a[3] = {'a', 'b', 'c'};
  char b[16];
  if (x < 6)
    a[x >> 1] = 0;
  return x & 1 ? snprintf (b, 16, "%.3s", a) : snprintf (b, 16, "%s", a);
}
TEST (sscanf_missing) {
  char a[8] = "12 34";
  a[x & 7] = 'x';
  int v, w;
  sscanf (a, "%d %d", &v, &w);
  return v > 5 ? 2 : w > 3;
}
TEST (gets_line) {
  char in[8] = "ab\ncd\n", line[4];
  in[x & 7] = '\n';
  FILE *f = fmemopen (in, 7, "r");
  char *p = fgets (line, sizeof line, f);
  fclose (f);
  line[strlen (line) - 1] = 0;
  return p ? line[0] : -1;
}
TEST (empty_line) {
  char in[4] = {x, '\n', 'a', 0}, line[4] = "";
  FILE *f = fmemopen (in, 4, "r");
  fgets (line, sizeof line, f);
  size_t n = strlen (line);
  fclose (f);
  return line[n - 1];
}
TEST (getc_as_char) {
  char in[2] = {x, 'b'};
  FILE *f = fmemopen (in, 2, "r");
  char c;
  int n = 0;
  while ((c = getc (f)) != EOF)
    n++;
  fclose (f);
  return n;
}
TEST (environment) {
  setenv ("BRUTE", x & 1 ? "12" : "", 1);
  if (x & 2)
    unsetenv ("BRUTE");
  char *p = getenv ("BRUTE");
  return p[1];
}
TEST (strcmp_of_null) {
  const char *t[3] = {"a", NULL, "b"};
  return strcmp (t[x % 3], "a") == 0;
}
TEST (memmem_like) {
  u8 a[6] = {1, 2, 3, 1, 2, 4};
  a[x & 7 ? 5 : 0] = x;
  for (int i = 0; i <= 6; i++)
    if (!memcmp (a + i, (u8[]) {1, 2, 4}, 3))
      return i;
  return -1;
}
