#include "brute.h"

#include <stdio.h>

/* Pointers that are put together, taken apart, or moved too far. */

TEST (low_half) {
  int *p = malloc (8);
  *p = 3;
  if (x % 3 == 1)
    memset (&p, 0, 4);
  if (x % 3 == 2)
    memset (&p, 255, 4);
  return *p;
}
TEST (high_half) {
  int *p = malloc (8);
  *p = 3;
  if (x % 3 == 1)
    memset ((char *) &p + 4, 0, 4);
  return *p;
}
TEST (pieces_of_a_pointer) {
  char *p = malloc (8), *q = NULL;
  p[3] = x;
  for (int i = 0; i < 8 - (x % 9 == 8); i++)
    ((char *) &q)[i] = ((char *) &p)[i];
  if (x % 9 == 8)
    ((char *) &q)[7] = ((char *) &p)[7];
  return q[3];
}
TEST (halves_of_a_pointer) {
  char *p = malloc (8);
  u64 v = (u64) p;
  u32 low = v, high = v >> 32;
  p[1] = 5;
  if (x == 9)
    high = 0;
  char *q = (char *) ((u64) high << 32 | low);
  return q[1];
}
TEST (xor_of_pointers) {
  char *a = malloc (4), *b = malloc (4);
  a[1] = x;
  u64 both = (u64) a ^ (u64) b;
  char *c = (char *) (both ^ (u64) b);
  return c[x == 77 ? 4 : 1];
}
TEST (tag_in_low_bits) {
  u64 *p = malloc (16);
  p[0] = 5;
  u64 v = (u64) p | (x & 7);
  u64 *q = (u64 *) (v & ~7ul);
  return x == 100 ? ((u8 *) v)[16 - (x & 7)] : *q;
}
TEST (tag_is_forgotten) {
  u8 *p = malloc (16);
  memset (p, x, 16);
  u8 *q = (u8 *) ((u64) p | (x & 15));
  return q[x & 16 ? 8 : 0];
}
TEST (rounded_up) {
  char *p = malloc (16 + 8);
  char *q = (char *) (((u64) p + 7 + (x & 1)) & ~15ul);
  q[(x >> 1) & 31] = 1;
  return 1;
}
TEST (pointer_table) {
  int a[3] = {1, 2, 3};
  int *t[4] = {a, a + 1, a + 2, a + 3};
  return *t[x & 3];
}
TEST (pointer_in_union) {
  union {
    char *p;
    u64 v;
    u8 b[8];
  } u;
  u.p = malloc (8);
  memset (u.p, 1, 8);
  u.v += x & 15;
  return u.p[0];
}
TEST (pointer_saved_as_text) {
  char *p = malloc (4), t[40], *q = NULL;
  p[0] = 6;
  sprintf (t, "%lx", (u64) p);
  q = (char *) strtoul (t, NULL, 16);
  return q[x & 7];
}
TEST (compared_and_stepped) {
  int a[5] = {1, 2, 3, 4, 5}, sum = 0;
  for (int *p = a; p <= a + 4 + (x == 9); p++)
    sum += *p;
  return sum;
}
TEST (backwards) {
  char a[6] = "abcde", *p = a + 5;
  int n = 0;
  while (p >= a - (x == 4) && *p != 'z')
    n += *p--;
  return n;
}
TEST (index_wraps_in_32_bits) {
  u8 a[8] = {1, 2, 3};
  u32 i = x - 128;
  return a[(u8) (i + 128) & 7] + (x < 100 ? 0 : a[(i + 100) * 1u % 9]);
}
TEST (null_and_offset) {
  struct {
    int a[4], b;
  } *s = x == 1 ? NULL : calloc (1, sizeof *s);
  int *p = &s->b;
  return x & 2 ? 3 : *p;
}
TEST (null_row) {
  int (*rows)[4] = x % 5 ? calloc (2, 16) : NULL;
  return rows[1][x & 3];
}
TEST (null_text) {
  const char *t = x & 1 ? "abc" : NULL;
  return x & 2 ? (int) strlen (t) : 2;
}
TEST (null_function) {
  int (*f) (int) = x == 8 ? NULL : abs;
  return f (x - 7);
}
TEST (null_in_list) {
  struct node {
    struct node *next;
    int v;
  } c = {NULL, 3}, b = {&c, 2}, a = {&b, 1}, *p = &a;
  for (int i = 0; i < (x & 3); i++)
    p = p->next;
  return p->v;
}
TEST (wide_alignment) {
  typedef int four __attribute__ ((vector_size (16)));
  char *p = aligned_alloc (16, 64);
  memset (p, x, 64);
  four *v = (four *) (p + (x & 16 ? 16 : 0));
  return (*v)[x & 3];
}
