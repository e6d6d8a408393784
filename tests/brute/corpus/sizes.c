#include "brute.h"
#include <stdio.h>

/* lengths of type size_t, and comparisons of mixed signs */
TEST (last_of_none) {
  char *p = calloc (4, 1);
  size_t n = x & 3;
  memset (p, 'a', n);
  int r = p[n - 1];
  free (p);
  return r;
}
TEST (down_to_zero) {
  int a[4] = {1, 2, 3, 4}, sum = 0;
  for (size_t i = (x & 3); i < 4; i--)
    sum += a[i];
  return sum;
}
TEST (down_too_far) {
  int a[4] = {1, 2, 3, 4}, sum = 0;
  for (unsigned i = x & 7; i >= (x >> 6 & 1); i--)
    sum += a[i];
  return sum;
}
TEST (int_against_size) {
  int a[8] = {0};
  int i = x - 3;
  if (i < sizeof a / sizeof *a)
    return a[i] + 1;
  return -1;
}
TEST (int_against_int) {
  int a[8] = {0};
  int i = x - 3;
  if (i < (int) (sizeof a / sizeof *a))
    return a[i] + 1;
  return -1;
}
TEST (length_minus_header) {
  u8 in[16], body[8];
  memset (in, x, sizeof in);
  size_t n = x & 15;
  size_t rest = n - 4;
  if (rest > 8)
    return 0;
  memcpy (body, in + 4, rest);
  return body[rest / 2];
}
TEST (truncated_length) {
  size_t n = (size_t) x * 257;
  u8 small = n;
  char *p = malloc (small);
  if (!p)
    return 1;
  for (size_t i = 0; i < n % 260; i++)
    p[i] = 1;
  free (p);
  return small;
}
TEST (abs_minimum_byte) {
  i8 v = x;
  i8 m = v < 0 ? -v : v;
  char a[128] = {0};
  char *p = memset (malloc (128), 0, 128);
  int r = p[m & 127] + (m < 0);
  free (p);
  return r + a[0];
}
TEST (middle_of_two) {
  u8 lo = x, hi = x + 100;
  u8 mid = (lo + hi) / 2;
  int a[256] = {0};
  a[mid] = 1;
  return a[(u8) (lo + (hi - lo) / 2)];
}
TEST (sizeof_pointer) {
  char a[12];
  char *p = a;
  memset (a, 'x', sizeof p);
  return a[x & 15];
}
TEST (element_size_forgotten) {
  int *p = malloc (6);
  int n = x & 3;
  for (int i = 0; i < n; i++)
    p[i] = i;
  int r = n ? p[n - 1] : 0;
  free (p);
  return r;
}
TEST (terminator_forgotten) {
  char from[8] = "abcdefg";
  from[x & 7] = 0;
  char *p = malloc (strlen (from) + (x >> 7) + !from[0]);
  if (!p)
    return 0;
  strcpy (p, from);
  int r = p[0];
  free (p);
  return r;
}
TEST (ssize_error) {
  char a[8];
  long n = (x & 7) == 7 ? -1 : x & 7;
  memset (a, 0, sizeof a);
  a[n] = 1;
  return a[x >> 5];
}
TEST (read_error_as_size) {
  char a[8] = "abcdefg", b[8];
  int n = (x & 7) - 1;
  if (n > (int) sizeof b)
    return 0;
  memcpy (b, a, n);
  return n ? b[n - 1] : 3;
}
TEST2 (product_of_sizes, 16, 16) {
  u8 n = x * y;
  char *p = calloc (n ? n : 1, 1);
  int r = 0;
  for (int i = 0; i < x; i++)
    r += p[i * y];
  free (p);
  return r;
}
TEST2 (window, 16, 16) {
  int a[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  unsigned at = x, n = y;
  if (at + n > 8)
    return -1;
  int s = 0;
  for (unsigned i = at; i < at + n; i++)
    s += a[i];
  return s;
}
TEST (bool_index) {
  _Bool b = x & 6;
  int a[2] = {4, 5};
  return a[b] + a[b + (x & 1)];
}
TEST (enum_index) {
  enum colour { RED, GREEN, BLUE, COLOURS } c = x % 5;
  static const char *const names[COLOURS] = {"red", "green", "blue"};
  return names[c][0];
}
TEST (char_index) {
  int all[256] = {0}, *counts = all + 128 - (x & 1);
  char c = x;
  counts[(int) c]++;
  return counts[x & 127];
}
TEST (unsigned_char_index) {
  int counts[255] = {0};
  u8 c = x;
  return ++counts[c];
}
