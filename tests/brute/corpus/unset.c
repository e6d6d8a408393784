#include "brute.h"

typedef struct mixed {
  u8 tag;
  u32 value;
  u16 low : 3, high : 13;
} mixed;

static u8 table[4] = {3, 1, 4, 1};

static int same (int v) { return v; }
static void fill (int is_wanted, int *out) {
  if (is_wanted)
    *out = 4;
}

TEST (variable) {
  int v;
  if (x > 7)
    v = x;
  return v > 100;
}
TEST (decided) {
  int v;
  if (x & 1)
    v = x;
  if (x & 2)
    out (v);
  if (x & 4 && v == 3)
    out (2);
  return 0;
}
TEST (by_pointer) {
  int v;
  fill (x % 3, &v);
  return x % 5 ? same (v) : 7;
}
TEST (passed_on) {
  int v;
  fill (x & 1, &v);
  v = same (v);
  return x & 2 ? table[v & 3] : 0;
}
TEST (fields) {
  mixed a, b;
  a.tag = x;
  if (x & 1)
    a.value = 9;
  a.low = x;
  b = a;
  if (x & 2)
    return b.value;
  return x & 4 ? b.low : b.high;
}
TEST (padding) {
  mixed a = {x, 2, 3, 4}, b;
  a.tag = x;
  memcpy (&b, &a, sizeof a);
  return b.tag + b.value;
}
TEST (masked) {
  u8 *p = malloc (2);
  p[0] = p[0] << 4 | (x & 15);
  int r = x & 16 ? p[0] & 15 : p[0] >> 3 & x >> 5;
  free (p);
  return r;
}
TEST (loop_body) {
  int n = 0;
  for (int i = 0; i < 3; i++) {
    int v;
    if (i < (x & 3))
      v = i;
    if (i < (x >> 2 & 3))
      n += v;
  }
  return n;
}
TEST (some_of_it) {
  u8 a[8];
  memset (a, x, x & 7);
  if (x & 8)
    a[x >> 4 & 7] = 1;
  return a[x >> 5];
}
TEST (text) {
  char a[8];
  strncpy (a, "abcdefg" + (x & 7), x >> 3 & 3);
  return strnlen (a, x >> 5);
}
TEST (compared) {
  u8 a[4], b[4] = {1, 1, 1, 1};
  memset (a, 1, x & 3);
  return !memcmp (a, b, x >> 2 & 3);
}
TEST (divisor) {
  int v;
  if (x < 200)
    v = x & 3;
  return 100 / v;
}
TEST (moved) {
  u8 a[8];
  a[x & 3] = 5;
  memmove (a + (x >> 2 & 3), a + (x >> 4 & 1), 4);
  return a[x >> 5];
}
/* Decisions that only choose a value, with nothing else to do. */
TEST (chosen) {
  int v, r = 2;
  if (x & 1)
    v = x;
  if (v & 6)
    r = 3;
  return x & 8 ? 1 : r;
}
TEST (chosen_inside) {
  int v, r = 2;
  if (x & 1)
    v = x;
  if (x & 2) {
    if (v == 7)
      r = x;
  }
  return r;
}
TEST (chosen_both) {
  int v, w = x & 4, r = 0;
  if (x & 1)
    v = x;
  if (w && v > 100)
    r = 5;
  if (x & 2 || v == 3)
    r += 7;
  return x > 200 ? r : 0;
}
TEST (chosen_of_three) {
  int v, r;
  if (x & 1)
    v = x >> 1;
  r = v == 1 ? x : v == 2 ? x + 1 : 0;
  return x & 2 ? r : 9;
}

static int never_set (void) {
  int v;
  return v;
}
TEST (two_calls) { /* need not be the same */
  int a = never_set (), b = never_set ();
  if (x & 1)
    a = 3;
  if (x & 2)
    b = 3;
  if (a == b)
    return 1;
  return 2;
}
TEST (compared_with_its_copy) {
  struct {
    char c;
    int i;
  } s, t;
  s.c = x, s.i = x;
  if (x & 1)
    memset (&s, 0, sizeof s);
  t = s;
  return x & 2 ? s.i == t.i : memcmp (&s, &t, sizeof s);
}
