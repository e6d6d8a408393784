#include "brute.h"
#include <alloca.h>
#include <setjmp.h>
#include <stdio.h>

typedef struct packet {
  u8 kind;
  u8 size;
  u8 body[6];
  u32 sum;
} packet;

/* The index leaves the array, and for some inputs the struct. */
TEST (array_in_struct) {
  packet p = {1, 2, {1, 2, 3, 4, 5, 6}, 9};
  return p.body[x & 15];
}
TEST (array_of_structs) {
  struct {
    u16 k, v[3];
  } t[3] = {{1, {2, 3, 4}}, {5, {6, 7, 8}}, {9, {10, 11, 12}}};
  return t[x & 3].v[x >> 2 & 3];
}
TEST2 (row_and_column, 4, 8) {
  int m[3][5];
  for (int i = 0; i < 15; i++)
    m[i / 5][i % 5] = i;
  return m[x][y];
}
TEST2 (transposed, 8, 8) {
  int m[4][6] = {{0}};
  m[y % 5][x % 4] = 1;
  return m[0][0];
}
TEST (pointer_to_row) {
  int m[3][4] = {{1}, {2}, {3}};
  int (*row)[4] = &m[x & 3];
  return (*row)[x >> 2 & 3];
}
TEST (union_of_sizes) {
  union {
    u8 b[4];
    u64 w;
  } *u = malloc (x & 8 ? 4 : 8);
  memset (u->b, x, 4);
  int r = x & 1 ? u->w & 15 : u->b[x >> 5 & 3];
  free (u);
  return r;
}
TEST (union_half_set) {
  union {
    u16 h[2];
    u32 w;
  } u;
  u.h[x & 1] = 5;
  if (x & 2)
    u.h[1] = 6;
  return x & 4 ? u.w : u.h[1];
}
TEST (fields_of_bits) {
  struct {
    unsigned a : 3, b : 5;
    int c : 4;
  } f;
  f.a = x;
  f.b = x >> 3;
  f.c = x;
  int t[9] = {0};
  return t[f.c + 8 - (f.a == 7)] + f.b;
}
TEST (field_divisor) {
  struct {
    unsigned d : 2;
    int e : 3;
  } f = {x, x >> 2};
  return 100 / (f.d + f.e);
}
TEST (vla_of_none) {
  int n = (x & 3) + 1;
  char a[n];
  for (int i = 0; i < n; i++)
    a[i] = i;
  return a[n - 1 + (x >> 7)];
}
TEST2 (vla_of_rows, 4, 4) {
  int a[x + 1][y + 1];
  memset (a, 0, sizeof a);
  return a[y][x];
}
TEST (alloca_kept) {
  char *p[2];
  for (int i = 0; i < 2; i++) {
    p[i] = alloca (i + 1);
    memset (p[i], i, i + 1);
  }
  return p[x & 1][x >> 1 & 1];
}
static int *kept;
static int set_kept (int v) {
  int local = v;
  if (v & 1)
    kept = &local;
  return local;
}
TEST (kept_address) {
  static int fine = 3;
  kept = &fine;
  set_kept (x);
  return *kept;
}
static char *in_buffer (int v) {
  static char a[4];
  char b[4] = "abc";
  a[0] = v;
  return v & 1 ? a : b;
}
TEST (returned_buffer) { return in_buffer (x)[0]; }
TEST (inner_block) {
  int *p = NULL;
  if (x & 1) {
    int inner = x;
    p = &inner;
  }
  if (x & 2)
    return *p;
  return p != NULL;
}
TEST (loop_pointer) {
  int *last = NULL, sum = 0;
  for (int i = 0; i < (x & 3); i++) {
    int v = i;
    if (last && x & 4)
      sum += *last;
    last = &v;
  }
  return sum;
}
TEST (moved_block) {
  packet *p = malloc (sizeof *p);
  u8 *b = p->body;
  p->size = x & 7;
  p->body[0] = 3;
  if (x & 8)
    p = realloc (p, 4096);
  if (x & 16)
    b = p->body;
  int r = b[0] + p->size;
  free (p);
  return r;
}
TEST (nested_free) {
  struct pair {
    char *a, *b;
  } *p = malloc (sizeof *p);
  p->a = malloc (2);
  p->b = x & 1 ? p->a : malloc (2);
  free (p->a);
  if (x & 2)
    free (p);
  if (x & 4)
    free (p->b);
  return 1;
}
TEST (freed_flag) {
  char *p = malloc (3);
  p[0] = 0;
  int is_freed = 0;
  for (int i = 0; i < 3; i++)
    if (x >> i & 1) {
      free (p);
      is_freed = x & 8;
      p = is_freed ? NULL : p;
    }
  return 2;
}
TEST (realloc_failed) {
  char *p = malloc (4);
  char *q = realloc (p, x & 1 ? (size_t) -1 : 8);
  if (!q) {
    p[0] = 1;
    free (p);
    return 1;
  }
  if (x & 2)
    q = p;
  q[5] = 2;
  free (q);
  return 2;
}
TEST (realloc_to_nothing) {
  char *p = malloc (4);
  p = realloc (p, x & 3);
  if (!p)
    return 0;
  p[x & 3] = 1;
  return 1;
}
TEST (free_of_array_end) {
  int *p = malloc (3 * sizeof *p), *q = p;
  for (int i = 0; i < (x & 3); i++)
    *q++ = i;
  free (q);
  return 1;
}
TEST (two_past) {
  int a[4] = {1, 2, 3, 4};
  int *end = a + (x & 7);
  int n = 0;
  for (int *p = a; p != end; p++)
    n += *p;
  return n;
}
TEST (before_start) {
  char text[8] = "   abc ";
  char *p = text + (x & 7);
  while (*--p == ' ')
    ;
  return p - text;
}
TEST (global_neighbours) {
  static char left[4] = "abc", right[4] = "def";
  return left[x & 3] + right[(x >> 2 & 7) - 1];
}
TEST (literal_suffix) {
  const char *p = "hello" + (x & 15);
  return *p;
}
TEST (literal_write) {
  char *p = x & 1 ? (char[]) {'a', 'b', 0} : "ab";
  p[x >> 1 & 3] = 'c';
  return p[0];
}
TEST (const_write) {
  static const int fixed[3] = {1, 2, 3};
  int var[3] = {4, 5, 6};
  int *p = x & 4 ? (int *) fixed : var;
  if (x & 8)
    p[x & 3] = 7;
  return p[0];
}
TEST (flexible_member) {
  struct {
    u8 n;
    u16 v[];
  } *f = malloc (sizeof *f + 2 * (x & 3));
  f->n = x >> 2 & 3;
  for (int i = 0; i < f->n; i++)
    f->v[i] = i;
  int r = f->n;
  free (f);
  return r;
}
TEST (struct_returned) {
  struct big {
    int v[6];
  } b = {{1, 2, 3, 4, 5, 6}}, c;
  c = x & 1 ? b : (struct big) {{x}};
  return c.v[x >> 1 & 7];
}
TEST (null_member) {
  packet *p = x & 1 ? NULL : &(packet) {0};
  return &p->sum == (u32 *) 8 ? 1 : p->kind;
}
