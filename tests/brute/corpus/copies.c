#include "brute.h"

TEST (apart) {
  u8 a[8] = {1, 2, 3, 4, 5, 6, 7, 8}, b[8] = {0};
  memcpy (b, a, x & 7);
  return b[3];
}
TEST (too_long) {
  u8 a[8] = {1, 2, 3}, b[8] = {0};
  memcpy (b, a, x % 12);
  return b[2];
}
TEST (overlap) {
  u8 a[32] = {1, 2, 3};
  memcpy (a + (x & 15), a + 8, 4);
  return a[10];
}
TEST (overlap_length) {
  u8 a[64] = {1, 2, 3};
  memcpy (a + 8, a, x & 15);
  return a[9];
}
TEST (overlap_both) {
  u8 a[64] = {1, 2, 3};
  int n = x >> 4 & 7;
  memcpy (a + 8, a + (x & 15), n);
  return a[9];
}
TEST (overlap_moved) {
  u8 a[32] = {1, 2, 3, 4, 5, 6, 7, 8};
  memmove (a + (x & 15), a + 3, x >> 4);
  return a[10] + a[4] * 16;
}
TEST (same_place) {
  u8 a[8] = {1, 2, 3};
  memcpy (a, a + (x & 0), 8);
  return a[x & 7];
}
TEST (struct_to_itself) {
  struct {
    int v[6];
  } s[2] = {{{1, 2}}, {{3, 4}}};
  s[x & 1] = s[x >> 1 & 1];
  return s[0].v[0] * 10 + s[1].v[1];
}
TEST (text_overlap) {
  char s[32] = "abcdefgh";
  strcpy (s + (x & 15), s + 4);
  return s[5];
}
TEST (text_onto_itself) {
  char s[32] = "abcdefgh";
  if (x == 4)
    strcpy (s, s);
  return s[5];
}
TEST (append_to_itself) {
  char s[32] = "abc";
  strcat (s, x == 7 ? s : "def");
  return strlen (s);
}
TEST (append_tail) {
  char s[32] = "abcd";
  strcat (s, x < 5 ? s + x : "def");
  return strlen (s);
}
TEST (copy_n_overlap) {
  char s[32] = "abcdefgh";
  strncpy (s, s + (x & 7), 4);
  return s[2];
}
TEST (append_n_overlap) {
  char s[40] = "abcdefgh";
  strncat (s, s + (x & 15), 3);
  return strlen (s);
}
TEST (zero_length) {
  u8 a[4] = {1, 2, 3, 4};
  memcpy (a, a + 1, x & 1 ? 0 : 1);
  memcpy (a, a, 0);
  return a[0];
}
TEST (negative_length) {
  u8 a[4] = {1, 2, 3, 4}, b[4] = {0};
  int n = x == 9 ? -1 : 3;
  memcpy (b, a, n);
  return b[1];
}
TEST (null_and_zero) {
  u8 a[4] = {1, 2, 3, 4};
  memmove (a, x & 1 ? NULL : a + 1, x & 1 ? 0 : 2);
  return a[0];
}
TEST (null_source) {
  u8 a[4] = {1, 2, 3, 4};
  memcpy (a, x == 3 ? NULL : "xyz", 3);
  return a[0];
}
TEST (to_constant) {
  char *s = "literal";
  if (x == 1)
    memcpy (s, "abc", 3);
  return s[0];
}
TEST (freed_source) {
  char *p = malloc (4), a[4] = {0};
  memset (p, 3, 4);
  if (x > 200)
    free (p);
  memcpy (a, p, 4);
  return a[1];
}
TEST (word_by_word) {
  u32 a[4] = {1, 2, 3, 4};
  u16 *p = (u16 *) a;
  for (int i = 0; i < (x & 7); i++)
    p[i] = p[7 - i];
  return a[0] + a[3];
}
TEST (shift_left_by_copy) {
  u8 a[16] = "0123456789abcde";
  int by = x & 15, n = 15 - by;
  memcpy (a, a + by, n);
  return a[0];
}
TEST (adjacent) {
  u8 a[16] = {1, 2, 3, 4};
  memcpy (a + 4, a, x == 1 ? 5 : 4);
  return a[7];
}
TEST (source_chosen) {
  u8 a[4] = {1, 2, 3, 4}, b[4] = {5, 6, 7, 8}, to[4] = {9, 9, 9, 9};
  u8 *from[2] = {a, b};
  memcpy (to, from[x & 1], 4);
  return to[x >> 1 & 3];
}
TEST (target_chosen) {
  u8 a[4] = {1, 2, 3, 4}, b[4] = {5, 6, 7, 8};
  u8 *to[2] = {a, b};
  memcpy (to[x & 1], a, x >> 1 & 3);
  return a[1] * 10 + b[1];
}
