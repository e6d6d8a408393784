// cflags: -D_GNU_SOURCE
#include "brute.h"
#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* state machines, protocols, allocators, text formats */
enum state { START, NAME, VALUE, QUOTED, DONE };
TEST (ini_parser) {
  static const char letters[] = "a= \"\n;#b";
  char in[5] = {letters[x & 7], letters[x >> 3 & 7], '=', letters[x >> 6 & 3],
                0};
  enum state s = START;
  char name[3] = "", value[3] = "";
  int n = 0, v = 0;
  for (char *p = in; *p && s != DONE; p++)
    switch (s) {
    case START:
      if (isalpha ((u8) *p)) {
        s = NAME;
        name[n++] = *p;
      } else if (*p == ';' || *p == '#')
        return -2;
      break;
    case NAME:
      if (*p == '=')
        s = VALUE;
      else
        name[n++] = *p;
      break;
    case VALUE:
      if (*p == '"')
        s = QUOTED;
      else if (*p == '\n')
        s = DONE;
      else
        value[v++] = *p;
      break;
    case QUOTED:
      if (*p == '"')
        s = DONE;
      else
        value[v++] = *p;
      break;
    default:
      __builtin_unreachable ();
    }
  name[n] = value[v] = 0;
  return s * 100 + n * 10 + v + strlen (name) + strlen (value);
}
typedef struct pool {
  u8 bytes[32];
  u8 used;
} pool;
static void *take_from (pool *p, int n) {
  if (p->used + n > (int) sizeof p->bytes)
    return NULL;
  void *r = p->bytes + p->used;
  p->used += n;
  return r;
}
TEST (arena_pool) {
  pool p = {.used = 0};
  int *a = take_from (&p, x & 31), *b = take_from (&p, 4);
  memcpy (b, &x, 4);
  return (u8 *) b - (u8 *) a + p.bytes[x & 31];
}
typedef struct queue {
  int *at;
  int head, n, cap;
} queue;
static bool enqueue (queue *q, int v) {
  if (q->n == q->cap) {
    int cap = q->cap ? q->cap * 2 : 1;
    int *at = malloc (cap * sizeof *at);
    if (!at)
      return false;
    for (int i = 0; i < q->n; i++)
      at[i] = q->at[(q->head + i) % q->cap];
    free (q->at);
    q->at = at;
    q->cap = cap;
    q->head = 0;
  }
  q->at[(q->head + q->n++) % q->cap] = v;
  return true;
}
static int dequeue (queue *q) {
  int v = q->at[q->head];
  q->head = (q->head + 1) % q->cap;
  q->n--;
  return v;
}
TEST (queue_ops) {
  queue q = {0};
  long r = 0;
  for (int i = 0; i < 6; i++)
    if (x >> i & 1)
      enqueue (&q, i + 1);
    else
      r = r * 7 + dequeue (&q);
  free (q.at);
  return r;
}
TEST (string_builder) {
  char *s = NULL;
  size_t len = 0, cap = 0;
  for (int i = 0; i < (x & 7); i++) {
    if (len + 3 > cap) {
      cap = cap ? cap * 2 : 4;
      s = realloc (s, cap);
    }
    len += sprintf (s + len, "%d", (x >> 3) * i);
  }
  long r = len;
  if (s)
    r = r * 256 + s[len - 1];
  free (s);
  return r;
}
TEST (refcount) {
  struct obj {
    int refs;
    int v;
  } *o = malloc (sizeof *o);
  o->refs = 1;
  o->v = x;
  for (int i = 0; i < 4; i++)
    if (x >> i & 1)
      o->refs++;
    else if (--o->refs == 0)
      free (o);
  return o->v;
}
TEST (bitset) {
  u32 set[2] = {0};
  set[x / 32] |= 1u << x % 32;
  return set[0] ^ set[1];
}
TEST (crc) {
  u8 c = 0xff;
  u8 d[2] = {x, x ^ 0x55};
  for (int i = 0; i < 2; i++) {
    c ^= d[i];
    for (int k = 0; k < 8; k++)
      c = c & 128 ? c << 1 ^ 7 : c << 1;
  }
  return c;
}
TEST (rle) {
  u8 in[4] = {x & 3, x >> 2 & 3, x >> 4 & 3, x >> 6}, out_[6];
  int n = 0;
  for (int i = 0; i < 4;) {
    int k = 1;
    while (i + k < 4 && in[i + k] == in[i])
      k++;
    out_[n++] = k;
    out_[n++] = in[i];
    i += k;
  }
  return n * 10 + out_[n - 1];
}
TEST (tlv) {
  u8 p[6] = {1, x & 7, 7, 8, 2, 0};
  int at = 0, sum = 0;
  while (at + 2 <= 6) {
    int t = p[at], n = p[at + 1];
    at += 2;
    for (int i = 0; i < n; i++)
      sum += p[at + i] * t;
    at += n;
  }
  return sum;
}
TEST (date_valid) {
  int d = x & 31, m = x >> 5 & 7;
  static const u8 most[7] = {0, 31, 28, 31, 30, 31, 30};
  return d > 0 && d <= most[m];
}
TEST (binary_search) {
  static const int a[] = {1, 4, 9, 16, 25, 36, 49};
  int lo = 0, hi = 7;
  while (lo < hi) {
    int mid = (lo + hi) / 2;
    if (a[mid] < x)
      lo = mid + 1;
    else
      hi = mid;
  }
  return a[lo];
}
TEST (off_by_one_copy) {
  char a[4], b[5] = "abcd";
  for (int i = 0; i <= (x & 3) + 1; i++)
    a[i] = b[i];
  return a[0];
}
TEST (sentinel) {
  static const int t[] = {3, 5, 8, 0};
  int i = 0;
  while (t[i] != x % 10)
    i++;
  return i;
}
TEST (insertion_sort) {
  int a[4] = {x & 3, x >> 2 & 3, x >> 4 & 3, x >> 6};
  for (int i = 1; i < 4; i++) {
    int v = a[i], j = i - 1;
    while (j >= 0 && a[j] > v) {
      a[j + 1] = a[j];
      j--;
    }
    a[j + 1] = v;
  }
  return a[0] * 64 + a[1] * 16 + a[2] * 4 + a[3];
}
TEST (insertion_sort_bad) {
  int a[3] = {x & 3, x >> 2 & 3, x >> 4 & 3};
  for (int i = 1; i < 3; i++) {
    int v = a[i], j = i - 1;
    while (a[j] > v) {
      a[j + 1] = a[j];
      j--;
    }
    a[j + 1] = v;
  }
  return a[0];
}
TEST (tag_union) {
  struct {
    enum { I, S, F } t;
    union {
      int i;
      char *s;
      double f;
    } u;
  } v;
  v.t = x % 3;
  if (v.t == I)
    v.u.i = x;
  else if (v.t == S)
    v.u.s = "text";
  switch (v.t) {
  case I:
    return v.u.i;
  case S:
    return v.u.s[0];
  case F:
    return v.u.f > 1;
  }
  return 0;
}
TEST (struct_return) {
  div_t d = div (x, 7);
  struct {
    int q;
    char pad;
    long l;
  } s = {d.quot, 1, d.rem}, t = s;
  return memcmp (&s.q, &t.q, 4) == 0 ? t.l : -1;
}
TEST (padding_compared) {
  struct {
    char c;
    int i;
  } a, b;
  memset (&a, 0, sizeof a);
  a.c = b.c = 1;
  a.i = b.i = x;
  return x & 1 ? memcmp (&a, &b, sizeof a) == 0 : a.i == b.i;
}
TEST (pointer_array) {
  int a = 1, b = x, *p[3] = {&a, &b, NULL};
  return *p[x % 3];
}
TEST (pointer_to_pointer) {
  int v = x, *p = &v, **q = &p;
  **q += 1;
  *q = NULL;
  return x == 9 ? *p : v;
}
TEST (function_returns_pointer) {
  char *s = strchr ("key:value", x);
  return s ? s[1] : 0;
}
TEST (swap_macro) {
  int a = x, b = 3;
  do {
    int t = a;
    a = b;
    b = t;
  } while (0);
  return a * 1000 + b;
}
TEST (xor_swap_same) {
  int a[2] = {x, 5}, i = x & 1, j = x >> 1 & 1;
  a[i] ^= a[j];
  a[j] ^= a[i];
  a[i] ^= a[j];
  return a[0] * 1000 + a[1];
}
TEST (gcd_) {
  int a = x, b = 36;
  while (b) {
    int t = a % b;
    a = b;
    b = t;
  }
  return 360 / a;
}
TEST (power) {
  u64 r = 1, b = x & 15;
  for (int e = x >> 4; e; e >>= 1, b *= b)
    if (e & 1)
      r *= b;
  return r;
}
TEST (average) {
  int a[3] = {x, 2, 3}, n = x & 3, s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  return s / n;
}
TEST (mean_float) {
  float s = 0;
  int n = x & 3;
  for (int i = 0; i < n; i++)
    s += i;
  return n ? (long) (s / n * 10) : -1;
}
TEST (loop_wrap) {
  u8 i;
  int n = 0;
  for (i = x; i < 255; i += 2)
    if (++n > 200)
      break;
  return n;
}
TEST (long_text) {
  char s[64];
  int n = snprintf (s, sizeof s, "%-10s|%5d|%x|%c|%%|%5.2f", "ab", x, x,
                    'a' + (x & 15), 1.5);
  return n * 256 + s[14];
}
TEST (print_long) {
  char s[32];
  return sprintf (s, "%ld %lu %lld %zu %hhd %hx", -(long) x, (u64) x << 40, 5ll,
                  sizeof s, (char) x, (short) x);
}
TEST (print_star) {
  char s[16];
  return snprintf (s, 16, "%*.*d", x & 7, x >> 5, 42) * 100 + s[0];
}
TEST (scan_many) {
  char in[16];
  sprintf (in, "%d,%x;%c", x, x, 'q');
  int a = 0;
  unsigned b = 0;
  char c = 0;
  int n = sscanf (in, "%d,%x;%c", &a, &b, &c);
  return n * 10000 + a + b + c;
}
TEST (scan_set) {
  char in[6] = {'a', x, 'b', ']', 0}, to[6] = "";
  int n = sscanf (in, "%3[a-c]", to);
  return n * 10 + strlen (to);
}
TEST (scan_width) {
  char in[8] = "123456";
  in[x % 7] = ' ';
  int a = 0, b = 0;
  sscanf (in, "%2d%3d", &a, &b);
  return a * 1000 + b;
}
TEST (tok_null) {
  char s[3] = {x, x, 0};
  char *p = strtok (s, "/");
  return strlen (p);
}
TEST (environment_long) {
  char v[3] = {x ? x : 'n', 0};
  setenv ("BRUTE_V", v, 1);
  char *p = getenv ("BRUTE_V");
  return (u8) p[0];
}
static int order_calls;
static void first_exit (void) { order_calls++; }
TEST (atexit_) { return atexit (first_exit) + x; }
static int memo[16];
static int fib_memo (int n) {
  if (n < 2)
    return n;
  if (memo[n])
    return memo[n];
  return memo[n] = fib_memo (n - 1) + fib_memo (n - 2);
}
TEST (memoised) {
  memset (memo, 0, sizeof memo);
  return fib_memo (x % 18);
}
static int hanoi (int n) { return n ? 2 * hanoi (n - 1) + 1 : 0; }
TEST (towers) { return hanoi (x & 15); }
static int path_count (int r, int c, const char *g, int w) {
  if (r < 0 || c < 0 || g[r * w + c] == '#')
    return 0;
  if (!r && !c)
    return 1;
  return path_count (r - 1, c, g, w) + path_count (r, c - 1, g, w);
}
TEST (grid) {
  char g[10] = ".........";
  g[x % 9] = '#';
  g[x / 9 % 9] = '#';
  return path_count (2, 2, g, 3);
}
TEST (flood) {
  char g[3][3] = {
      {x & 1, x & 2, x & 4}, {x & 8, x & 16, x & 32}, {0, x & 64, x & 128}};
  int st[9], n = 0, seen = 0;
  st[n++] = 0;
  while (n) {
    int k = st[--n];
    if (g[k / 3][k % 3])
      continue;
    g[k / 3][k % 3] = 1;
    seen++;
    if (k / 3 < 2)
      st[n++] = k + 3;
    if (k % 3 < 2)
      st[n++] = k + 1;
  }
  return seen;
}
