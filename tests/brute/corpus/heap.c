#include "brute.h"

TEST (within) {
  u8 *p = malloc (16);
  memset (p, 1, 16);
  p[x & 15] = 9;
  int r = p[x >> 4];
  free (p);
  return r;
}
TEST (outside) {
  u8 *p = calloc (10, 1);
  int r = p[x & 15];
  free (p);
  return r;
}
TEST (symbolic_size) {
  u8 *p = malloc ((x & 7) + 1);
  p[3] = 4;
  int r = p[3];
  free (p);
  return r;
}
TEST (zero_size) {
  char *p = malloc (x & 1 ? 0 : 2);
  if (!(x & 1))
    *p = x;
  int r = x & 1 ? p != NULL : *p;
  free (p);
  return r;
}
TEST (after_free) {
  int *p = malloc (4);
  *p = x;
  if (x > 240)
    free (p);
  return *p;
}
TEST (write_after_free) {
  int *p = malloc (4);
  *p = 1;
  free (p);
  if (x == 100)
    *p = 2;
  return 3;
}
TEST (double_free) {
  char *p = malloc (8);
  free (p);
  if ((x & 31) == 31)
    free (p);
  return 1;
}
TEST (free_inside) {
  char *p = malloc (8);
  free (p + (x == 77));
  return 1;
}
TEST (free_stack) {
  char a[8], *p = x == 5 ? a : malloc (8);
  free (p);
  return 1;
}
TEST (free_global) {
  static char a[8];
  char *p = x == 5 ? a : malloc (8);
  free (p);
  return 1;
}
TEST (free_string) {
  char *p = x > 5 ? malloc (3) : "abc";
  free (p);
  return 1;
}
TEST (free_null) {
  char *p = x > 5 ? malloc (3) : NULL;
  free (p);
  return 2;
}
TEST (free_wild) {
  char *p = malloc (3);
  if (x == 200)
    p = (char *) 0x7654321000;
  free (p);
  return 2;
}
TEST (free_small_number) {
  char *p = malloc (3);
  if (x == 200)
    p = (char *) 16;
  free (p);
  return 2;
}
TEST (free_past_end) {
  char *p = malloc (16);
  free (x == 1 ? p + 16 : p);
  return 2;
}
TEST (realloc_grows) {
  u8 *p = malloc (4);
  memset (p, 6, 4);
  p = realloc (p, 12);
  p[11] = 1;
  int r = p[x & 3];
  free (p);
  return r;
}
TEST (realloc_shrinks) {
  u8 *p = calloc (8, 1);
  p = realloc (p, 4);
  int r = p[x & 7];
  free (p);
  return r;
}
TEST (realloc_old) {
  u8 *p = malloc (4), *q;
  p[0] = 3;
  q = realloc (p, 4000);
  int r = x == 44 ? p[0] : q[0];
  free (q);
  return r;
}
TEST (realloc_freed) {
  char *p = malloc (4);
  if (x == 44)
    free (p);
  p = realloc (p, 9);
  free (p);
  return 1;
}
TEST (realloc_inside) {
  char *p = malloc (40);
  p = realloc (x == 44 ? p + 8 : p, 9);
  free (p);
  return 1;
}
TEST (realloc_stack) {
  char a[16], *p = x == 44 ? a : NULL;
  p = realloc (p, 9);
  free (p);
  return 1;
}
TEST (realloc_small_number) {
  char *p = x == 44 ? (char *) 32 : NULL;
  p = realloc (p, 9);
  free (p);
  return 1;
}
TEST (realloc_null) {
  char *p = realloc (NULL, (x & 15) + 1);
  p[x & 15] = 3;
  int r = p[x & 15];
  free (p);
  return r;
}
TEST (list) {
  struct node {
    struct node *next;
    int v;
  } *head = NULL;
  for (int i = 0; i < (x & 7); i++) {
    struct node *n = malloc (sizeof *n);
    n->next = head;
    n->v = i * x;
    head = n;
  }
  int sum = 0;
  while (head) {
    struct node *next = head->next;
    sum += head->v;
    free (head);
    head = x == 0x35 ? head->next : next;
  }
  return sum;
}
TEST (calloc_is_zero) {
  int *p = calloc ((x & 3) + 1, sizeof *p), sum = 0;
  for (int i = 0; i <= (x & 3); i++)
    sum += p[i];
  free (p);
  return sum;
}
TEST2 (two_objects, 16, 16) {
  int *p = calloc (4, 4), *q = calloc (4, 4);
  p[x & 3] = 1;
  q[y & 3] = 2;
  int same = p == q, r = p[y & 3] * 10 + q[x & 3];
  free (p);
  free (q);
  return r + same;
}
TEST (aligned) {
  char *p = aligned_alloc (64, 128);
  p[x & 127] = 3;
  int r = (u64) p % 64 == 0;
  free (p);
  return r;
}
TEST (duplicate) {
  char text[4] = {'a', 'b', x, 0}, *p = strdup (text);
  int r = p[2];
  r += p[3];
  free (p);
  return r;
}
TEST (free_chosen) {
  char a[4], *p[4] = {malloc (4), NULL, a, (char *) 32};
  free (p[x & 3]);
  return 1;
}
TEST (realloc_chosen) {
  static char a[4];
  char *p[4] = {malloc (4), NULL, a, (char *) 32}, *q = realloc (p[x & 3], 9);
  free (q);
  return 1;
}
TEST (free_somewhere) {
  char *p = malloc (8);
  free (p + (x & 7));
  return 1;
}
TEST (free_somewhere_again) {
  char *p = malloc (8);
  if (x > 3)
    free (p);
  free (p + (x & 2));
  return 1;
}
TEST (realloc_keeps) {
  u8 *p = calloc ((x >> 1 & 1) + 1, 1);
  p = realloc (p, (x & 1) + 1);
  int r = p[x & 1];
  free (p);
  return r;
}
TEST (realloc_cuts) {
  u8 *p = memset (malloc (8), x, 8);
  p = realloc (p, (x & 3) + 3);
  p = realloc (p, 8);
  if (p[x >> 4 & 7] > 100)
    out (1);
  free (p);
  return 1;
}
