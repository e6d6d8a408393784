#include "brute.h"
#include <alloca.h>
#include <stdio.h>

/* vla and alloca */
TEST (vla_index) {
  int n = x % 7 + 1;
  int a[n];
  for (int i = 0; i < n; i++)
    a[i] = i * x;
  return a[x % 8];
}
TEST (vla_two) {
  int n = (x & 3) + 1, m = (x >> 2 & 3) + 1;
  char a[n][m];
  memset (a, 1, sizeof a);
  return a[(x >> 4) & 3][0] + (int) sizeof a;
}
TEST (vla_partial) {
  int n = x % 5 + 2;
  int a[n];
  for (int i = 0; i + 1 < n; i++)
    a[i] = i;
  if (a[x % 4])
    return 1;
  return 2;
}
TEST (alloca_loop) {
  char *last = NULL;
  int sum = 0;
  for (int i = 0; i < (x & 3) + 1; i++) {
    char *p = alloca (4);
    memcpy (p, "abc", 4);
    if (last)
      sum += last[1];
    last = p;
  }
  return sum + last[x >> 5];
}

/* structs by value, recursion */
typedef struct triple {
  int a, b;
  long c;
} triple;
static triple down (triple t, int n) {
  if (!n)
    return t;
  t.a += n;
  t.b ^= t.a;
  t.c -= t.b;
  return down (t, n - 1);
}
TEST (struct_recursion) {
  triple t = {x, 2, 3};
  t = down (t, x % 6);
  return t.c + 100 / (t.b - 5);
}
typedef struct big {
  int v[40];
} big;
static int pick (big b, int i) { return b.v[i]; }
TEST (struct_big) {
  big b = {.v = {1, 2, 3, [39] = 9}};
  return pick (b, x % 43);
}
typedef struct pad {
  char c;
  int i;
  short s;
} pad;
TEST (padding_assign) {
  pad p, q;
  p.c = x;
  p.i = 3;
  p.s = 4;
  q = p;
  return memcmp (&q.i, &p.i, 4) + q.c;
}
TEST (padding_compared) {
  pad p, q;
  p.c = q.c = x;
  p.i = q.i = 3;
  p.s = q.s = 1;
  if (x & 1)
    return memcmp (&p, &q, sizeof p) == 0;
  return 7;
}
TEST (padding_byte_read) {
  pad p;
  p.c = x;
  p.i = 3;
  p.s = 4;
  u8 *b = (u8 *) &p;
  if (b[x % 12] > 200)
    return 1;
  return 0;
}

/* overlap */
TEST (overlap_one) {
  char a[20] = "0123456789abcdef";
  memcpy (a + (x & 7), a + 4, (x >> 3) & 7);
  return a[6];
}
TEST (overlap_strcpy) {
  char a[32] = "hello";
  strcpy (a + (x & 7), a);
  return a[3];
}
TEST (overlap_memmove) {
  char a[20] = "0123456789abcdef";
  memmove (a + (x & 7), a + 4, (x >> 3));
  return a[6];
}

/* unions and bit-fields */
TEST (union_partial) {
  union {
    u8 c;
    u32 w;
  } u;
  u.c = x;
  if (x & 1)
    return u.w & 0xff;
  if (u.w > 5)
    return 2;
  return 1;
}
TEST (union_type) {
  union {
    float f;
    u32 w;
  } u;
  u.f = x;
  return u.w >> 20;
}
struct bits {
  unsigned a : 3, b : 5;
  signed c : 4;
  unsigned long d : 33;
};
TEST (bits_unset) {
  struct bits b;
  b.a = x;
  b.c = x >> 3;
  if (x & 1)
    b.d = 5;
  if (b.a == 3)
    return b.c < 0;
  return b.d == 5;
}
TEST (bits_shift) {
  struct bits b = {0};
  b.d = (u64) x << 27;
  b.c = x;
  return (long) (b.d >> 3) + (b.c >> 1);
}

/* out parameters */
static int parse (const char *s, int *value) {
  if (*s < '0' || *s > '9')
    return -1;
  *value = *s - '0';
  return 0;
}
TEST (out_unchecked) {
  int v;
  char s[2] = {x, 0};
  parse (s, &v);
  return v > 4;
}
TEST (out_checked) {
  int v;
  char s[2] = {x, 0};
  if (parse (s, &v))
    return -1;
  return v > 4;
}
TEST (out_strtol) {
  char s[2] = {x, 0}, *end;
  long v = strtol (s, &end, 16);
  return v * 2 + (end - s);
}
TEST (scanf_unset) {
  int v;
  char s[3] = {x, '1', 0};
  int n = sscanf (s, "%d", &v);
  if (x & 1 && n != 1)
    return 3;
  return v == 11;
}
TEST (switch_unset) {
  int kind;
  if (x < 40)
    kind = x & 3;
  switch (kind) {
  case 0:
    return 4;
  case 1:
    return 5;
  }
  return 9;
}
TEST (loop_bound_unset) {
  int n, s = 0;
  if (x & 3)
    n = x & 7;
  for (int i = 0; i < n; i++)
    s += i;
  return s;
}
TEST (ternary_unset) {
  int v;
  if (x == 9)
    v = 1;
  int w = x & 1 ? v : 4;
  return w == 4;
}
TEST (divisor_unset) {
  int v;
  if (x != 9)
    v = x;
  return 100 / (v | 1);
}
TEST (index_unset) {
  static int table[4] = {1, 2, 3, 4};
  unsigned v;
  if (x & 16)
    v = x & 3;
  return table[v % 4];
}
TEST (unset_masked) {
  u8 a[4];
  a[0] = x;
  a[1] = x >> 1;
  u32 w;
  memcpy (&w, a, 4);
  return (w & 0xffff) > 100;
}
TEST (unset_malloc_calloc) {
  int *p = x & 1 ? malloc (16) : calloc (4, 4);
  p[x >> 1 & 3] = 1;
  int r = p[x >> 3 & 3] == 1;
  free (p);
  return r;
}
TEST (unset_realloc) {
  char *p = malloc (4);
  memset (p, 1, 4);
  p = realloc (p, 8);
  int r = p[x & 7] == 1;
  free (p);
  return r;
}
