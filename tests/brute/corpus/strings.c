#define _GNU_SOURCE
#include "brute.h"

#include <strings.h>

TEST (length) {
  char s[5] = {x & 1, x & 2, x & 4, x & 8, 0};
  return strlen (s);
}
TEST (length_unended) {
  char s[4] = {'a', 'b', 'c', x == 'd' ? 'd' : 0};
  return strlen (s);
}
TEST (length_null) {
  char *s = x ? "abc" : NULL;
  return strlen (s);
}
TEST (copy) {
  char to[6], from[8] = "1234567";
  from[x & 7] = 0;
  strcpy (to, from);
  return strlen (to);
}
TEST (copy_n) {
  char to[6] = "", from[8] = "1234567";
  strncpy (to, from, x & 7);
  return to[5] + to[x % 6];
}
TEST (append) {
  char to[8] = "abc", from[8] = "defghij";
  from[x & 7] = 0;
  strcat (to, from);
  return strlen (to);
}
TEST (append_n) {
  char to[8] = "abc";
  strncat (to, "defghij", x & 7);
  return strlen (to);
}
TEST (compare) {
  char a[4] = {'a', x, 0}, b[4] = "ab";
  int c = strcmp (a, b);
  return (c > 0) - (c < 0);
}
TEST (compare_n) {
  char a[4] = {'a', x, 'c', 0};
  int c = strncmp (a, "abd", x & 3);
  return (c > 0) - (c < 0);
}
TEST (find) {
  char s[] = "hello";
  char *p = strchr (s, x);
  return p ? p - s : -1;
}
TEST (find_last) {
  char s[] = "hello", *p = strrchr (s, x);
  return p ? p - s : -1;
}
TEST (find_null_used) {
  char s[] = "key=value", *p = strchr (s, x);
  return p[1];
}
TEST (find_text) {
  char s[] = {'a', x, 'b', 'a', 'b', 0}, *p = strstr (s, "ab");
  return p ? p - s : -1;
}
TEST (span) {
  char s[4] = {'a', x, 'b', 0};
  return strspn (s, "abc") * 10 + strcspn (s, "b");
}
TEST (memory_compare) {
  u8 a[4] = {1, x, 3, 4}, b[4] = {1, 2, 3, 4};
  int c = memcmp (a, b, 4);
  return (c > 0) - (c < 0);
}
TEST (memory_compare_outside) {
  u8 a[4] = {1, 2, 3, 4}, b[8] = {1, 2, 3, 4};
  return memcmp (a, b, x & 7) == 0;
}
TEST (memory_compare_early) { /* the first byte decides, all are read */
  u8 a[4] = {1, 2, 3, 4}, b[8] = {9, 2, 3, 4};
  int c = memcmp (a, b, x & 7);
  return (c > 0) - (c < 0);
}
TEST (memory_equal_early) {
  u8 *a = malloc (3), b[8] = {9};
  a[0] = 1, a[1] = 2, a[2] = 3;
  int c = bcmp (b, a, x & 3 ? 3 : x >> 4) != 0;
  free (a);
  return c;
}
TEST (memory_compare_nothing) { return memcmp (0, 0, x & 4 ? 0 : x & 1); }
TEST (text_compare_early) { /* only up to the difference */
  char a[4] = {'a', x, 'c', 'd'}, b[8] = {'b', 'b'};
  return strncmp (a, b, x & 7) < 0;
}
TEST (memory_find_early) {
  u8 a[4] = {1, 2, x & 3, 4}, *p = memchr (a, 3, x & 4 ? 9 : 4);
  return p ? p - a : -1;
}
TEST (memory_inside) {
  u8 a[6] = {1, 2, 3, 4, 5, 6}, b[2] = {3, 4}, *p = memmem (a, x & 7, b, 2);
  return p ? p - a : -1;
}
TEST (memory_find) {
  u8 a[6] = {1, 5, 7, 9, 11, 13}, *p = memchr (a, x, 6);
  return p ? p - a : -1;
}
TEST (fill) {
  char a[10] = {0};
  memset (a, x, x & 15);
  return a[0] + a[9];
}
TEST (fill_negative) {
  char a[8] = {0};
  int n = 5 - x % 10;
  memset (a, 1, n < 0 && x < 200 ? 0 : n);
  return a[4];
}
TEST (number) {
  char s[4] = {'1', x, '3', 0};
  return atoi (s);
}
TEST (number_hex) {
  char s[4] = {'f', x, 0}, *end;
  long v = strtol (s, &end, 16);
  return v * 10 + (end - s);
}
TEST (upper) {
  char s[3] = {x, 'b', 0};
  for (char *p = s; *p; p++)
    if (*p >= 'a' && *p <= 'z')
      *p -= 32;
  return s[0] * 256 + s[1];
}
TEST (trim) {
  char s[5] = {' ', x & 1 ? ' ' : 'x', x & 2 ? ' ' : 'y', x & 4 ? ' ' : 'z', 0};
  int n = strlen (s);
  while (s[n - 1] == ' ')
    s[--n] = 0;
  return n;
}
TEST (trim_all) {
  char s[8] = {0};
  for (int i = 0; i < (x & 3); i++)
    s[i] = x & 16 << i ? ' ' : 'a';
  char *p = s + strlen (s);
  while (p[-1] == ' ')
    *--p = 0;
  return p - s;
}
TEST (join) {
  char out_[12], *words[3] = {"one", "three", "seven"};
  strcpy (out_, words[x % 3]);
  strcat (out_, words[x / 3 % 3]);
  return strlen (out_);
}
TEST (parse_pair) {
  char s[4] = {x, '=', '5', 0}, *eq = strchr (s, '=');
  *eq = 0;
  return strlen (s) + eq[1];
}
TEST (tokens) {
  char s[6] = {'a', x, 'b', x, 'c', 0};
  int n = 0;
  for (char *p = strtok (s, ","); p; p = strtok (NULL, ","))
    n++;
  return n;
}
