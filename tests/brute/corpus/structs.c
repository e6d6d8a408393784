#include "brute.h"

struct pair {
  int a, b;
};
struct fields {
  u32 a : 3, b : 5, c : 24;
  int d : 4, e : 28;
};
struct tail {
  int n;
  u8 data[];
};
union view {
  u32 word;
  u8 byte[4];
  i16 half[2];
};

static struct pair swapped (struct pair p) { return (struct pair) {p.b, p.a}; }
struct large {
  int v[12];
};
static struct large filled (int n) {
  struct large l = {{0}};
  l.v[n] = n;
  return l;
}
static int summed (struct large l) {
  int sum = 0;
  for (int i = 0; i < 12; i++)
    sum += l.v[i];
  return sum;
}

TEST (by_value) {
  struct pair p = swapped ((struct pair) {x, -x});
  return p.a * 3 + p.b;
}
TEST (large_by_value) { return summed (filled (x % 12)); }
TEST (large_outside) { return summed (filled (x % 14)); }
TEST (bit_fields) {
  struct fields f = {x, x, x * 1000, x, -x};
  return f.a + f.b * 10 + f.c + f.d * 7 + f.e;
}
TEST (bit_field_wraps) {
  struct fields f = {0};
  f.a = x;
  f.d = x;
  return f.a == x ? f.d : -f.d;
}
TEST (bit_field_steps) {
  struct fields f = {6, 30};
  for (int i = 0; i < (x & 7); i++)
    f.a++, f.b += 3, f.d -= 2;
  return f.a * 100 + f.b + f.d;
}
TEST (one_bit) {
  struct {
    int s : 1;
    u32 u : 1;
    _Bool b : 1;
  } f = {x, x, x};
  return f.s * 100 + f.u * 10 + f.b;
}
TEST (as_bytes) {
  union view v = {.word = 0x01020304u * (u32) x};
  return v.byte[0] + v.byte[3] * 2 + v.half[1];
}
TEST (as_word) {
  union view v = {0};
  v.byte[x & 3] = x;
  return v.word;
}
TEST (union_outside) {
  union view v = {0};
  return v.byte[x & 7];
}
TEST (copied) {
  struct large a = filled (3), b = a;
  b.v[x & 7] = 9;
  return a.v[x & 7] * 10 + b.v[3];
}
TEST (compared) {
  struct pair a = {x & 3, x >> 2 & 3}, b = {1, 2};
  return memcmp (&a, &b, sizeof a) == 0;
}
TEST (flexible) {
  int n = x & 7;
  struct tail *t = malloc (sizeof *t + n);
  t->n = n;
  memset (t->data, 3, n);
  int r = t->data[x >> 4 & 3];
  free (t);
  return r + n;
}
TEST (short_allocation) {
  struct pair *p = malloc (x == 4 ? sizeof p->a : sizeof *p);
  p->a = 1;
  p->b = 2;
  int r = p->a + p->b;
  free (p);
  return r;
}
TEST (array_of) {
  struct pair a[4] = {{1, 2}, {3, 4}, {5, 6}, {7, 8}};
  struct pair *p = &a[x & 3];
  p->b += p->a;
  return a[x >> 2 & 3].b;
}
TEST (array_of_outside) {
  struct pair a[3] = {{1, 2}, {3, 4}, {5, 6}};
  return a[x & 3].b;
}
TEST (chain) {
  struct link {
    struct link *next;
    int v;
  } c = {NULL, 3}, b = {&c, 2}, a = {&b, 1}, *p = &a;
  for (int i = 0; i < (x & 3); i++)
    p = p->next;
  return p->v;
}
TEST (offsets) {
  struct pair p = {5, 6};
  int *v = (int *) ((char *) &p + (x & 4));
  return *v;
}
TEST (container) {
  struct pair p[2] = {{1, 2}, {3, 4}};
  int *b = &p[x & 1].b;
  struct pair *whole = (struct pair *) ((char *) b - 4);
  return whole->a;
}
TEST (nested) {
  struct {
    struct pair in[2];
    u8 tag;
  } s[2] = {{{{1, 2}, {3, 4}}, 5}, {{{6, 7}, {8, 9}}, 10}};
  return s[x & 1].in[x >> 1 & 1].a * 100 + s[x >> 2 & 1].tag;
}
TEST (null_struct) {
  struct pair p = {1, 2}, *q = x & 128 ? &p : NULL, r = {7, 7};
  if (x != 5)
    q = &p;
  r = *q;
  return r.b;
}
TEST (tagged) {
  struct {
    int tag;
    union {
      int *p;
      int i;
    } u;
  } s = {0};
  int v = 8;
  s.u.p = &v;
  if (x == 77)
    s.u.i = 77, s.u.p = (int *) (u64) (u32) s.u.i;
  return *s.u.p;
}
