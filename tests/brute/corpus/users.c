#include "brute.h"
#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Data structures and habits of users. */

typedef struct vec {
  int *item;
  unsigned len, cap;
} vec;
static void push (vec *v, int i) {
  if (v->len == v->cap) {
    v->cap = v->cap ? v->cap * 2 : 2;
    v->item = realloc (v->item, v->cap * sizeof *v->item);
  }
  v->item[v->len++] = i;
}
TEST (growing) {
  vec v = {0};
  for (int i = 0; i < (x & 7); i++)
    push (&v, i * x);
  long r = v.item[x >> 5];
  free (v.item);
  return r;
}
TEST (grown_stale) {
  vec v = {0};
  push (&v, 1);
  int *first = v.item;
  for (int i = 0; i < (x & 3); i++)
    push (&v, i);
  long r = *first;
  free (v.item);
  return r;
}
static void bad_push (vec *v, int i) {
  if (v->len > v->cap) {
    v->cap += 2;
    v->item = realloc (v->item, v->cap * sizeof *v->item);
  }
  v->item[v->len++] = i;
}
TEST (growing_late) {
  vec v = {malloc (8), 0, 2};
  for (int i = 0; i < x % 5; i++)
    bad_push (&v, i);
  free (v.item);
  return v.len;
}
typedef struct text {
  u32 len;
  char at[];
} text;
static text *text_of (const char *s, int slack) {
  u32 n = strlen (s);
  text *t = malloc (sizeof *t + n + slack);
  t->len = n;
  memcpy (t->at, s, n + 1);
  return t;
}
TEST (flexible_text) {
  char s[4] = {x, x & 1, 'a', 0};
  text *t = text_of (s, x != 99);
  long r = t->len * 256 + (u8) t->at[0];
  free (t);
  return r;
}
TEST (copied_struct) {
  struct {
    char name[4];
    int n;
  } a = {"abc", x}, b;
  b = a;
  b.name[x & 7] = 'z';
  return b.n + a.name[0] + b.name[2];
}
typedef union number {
  u32 word;
  u16 half[2];
  u8 byte[4];
  float real;
} number;
TEST (union_views) {
  number n = {.word = 0x01020304u * x};
  n.byte[x & 3] ^= 0xff;
  return n.half[0] * 3 + n.half[1] + n.byte[3];
}
TEST (union_short) {
  number n;
  n.half[0] = x;
  return n.byte[x & 3] + 1;
}
TEST (union_float) {
  number n = {.word = (u32) x << 23};
  return n.real > 1.0f ? 2 : n.real == 1.0f;
}
typedef struct flags {
  unsigned a : 3, b : 5;
  signed c : 4;
  bool d : 1;
  u64 e : 40;
} flags;
TEST (bit_copies) {
  flags f = {.a = x, .b = x >> 3, .c = x, .d = x & 2, .e = (u64) x << 33},
        g = f;
  g.a++;
  g.c--;
  return g.a + g.b * 10 + g.c * 100 + g.d * 1000 + (long) (g.e >> 30);
}
TEST (bit_unset) {
  flags f;
  f.a = x;
  f.d = 1;
  return x > 200 ? f.b : f.a + f.d;
}
TEST (bit_index) {
  struct {
    int at : 3;
  } f = {x};
  static const int table[4] = {1, 2, 3, 4};
  return table[f.at & 7];
}
typedef int (*command) (int, int);
static int add (int a, int b) { return a + b; }
static int divide (int a, int b) { return a / b; }
static int wrong (int a) { return a; }
static const struct {
  const char *name;
  command run;
} commands[] = {{"add", add},
                {"div", divide},
                {"bad", (command) (void *) wrong},
                {"nil", NULL}};
TEST (command_table) {
  char name[4] = {"adbn"[x & 3], "dia"[x >> 2 & 3], "dvl"[x >> 4 & 3], 0};
  for (u32 i = 0; i < 4; i++)
    if (!strcmp (name, commands[i].name))
      return commands[i].run (x, x & 1);
  return -1;
}
typedef struct shape {
  const struct methods *m;
  int w, h;
} shape;
struct methods {
  int (*area) (const shape *);
  void (*grow) (shape *, int);
};
static int square_area (const shape *s) { return s->w * s->h; }
static int half_area (const shape *s) {
  return s->w * s->h / s->m->area (s - 1);
}
static void grow (shape *s, int n) { s->w += n; }
static const struct methods square = {square_area, grow},
                            half = {half_area, NULL};
TEST (methods) {
  shape s[2] = {{&square, x & 3, 2}, {x & 4 ? &half : &square, x >> 4, 3}};
  if (x & 8)
    s[1].m->grow (&s[1], 2);
  return s[1].m->area (&s[1]);
}
TEST (cleanup_goto) {
  int r = -1;
  char *a = NULL, *b = NULL;
  a = malloc (4);
  if (x & 1)
    goto free_a;
  b = malloc (x & 7);
  if (x & 2)
    goto free_b;
  b[3] = a[x >> 6] = 1;
  r = b[3];
free_b:
  free (b);
free_a:
  free (a);
  if (x == 64)
    free (b);
  return r;
}
TEST (cleanup_unset) {
  char *p;
  if (x < 10)
    goto done;
  p = malloc (3);
  p[0] = 1;
done:
  if (p)
    out (p[0]);
  return 1;
}
static jmp_buf env;
static int depth;
static void fail_at (int n) {
  if (depth++ == n)
    longjmp (env, n);
  if (depth < 5)
    fail_at (n);
}
TEST (exceptions) {
  volatile int tries = 0;
  depth = 0;
  int code = setjmp (env);
  if (code)
    return code * 10 + tries;
  tries++;
  fail_at (x & 7);
  return 99;
}
TEST (jump_gone) {
  static jmp_buf late;
  if (x == 300)
    longjmp (late, 1);
  int v = setjmp (late);
  if (v < (x & 3))
    longjmp (late, v + 1);
  return v;
}
static void counters_reset (int *p) { *p = 0; }
TEST (static_locals) {
  static int calls;
  static int memory[4];
  calls = 0;
  for (int i = 0; i < (x & 7); i++)
    memory[calls++] = x;
  counters_reset (&calls);
  return memory[0];
}
TEST2 (matrix, 8, 8) {
  int m[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
  int *flat = &m[0][0];
  return flat[x * 2 + (y & 3)] + y;
}
static int trace_of (int n, int m[n][n]) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += m[i][i];
  return sum;
}
TEST (matrix_variable) {
  int n = x & 3;
  int m[n + 1][n + 1];
  memset (m, 0, sizeof m);
  m[n][n] = x;
  return trace_of (n + (x > 250 ? 2 : 1), m) + sizeof m;
}
TEST (matrix_pointers) {
  int **rows = calloc (3, sizeof *rows);
  for (int i = 0; i < 3; i++)
    rows[i] = i == x >> 4 ? NULL : calloc (i + 1, sizeof **rows);
  rows[2][x & 3] = 1;
  rows[1][x & 1] = 2;
  long r = rows[1][0];
  for (int i = 0; i < 3; i++)
    free (rows[i]);
  free (rows);
  return r;
}
TEST (alloca_parts) {
  char *p = __builtin_alloca (x & 15);
  memset (p, 1, x & 15);
  return x & 15 ? p[x >> 4] : 0;
}
TEST (fallthrough) {
  int r = 0;
  switch (x >> 4) {
  case 0:
    r++;
  case 1:
    r += 2;
    break;
  case 3 ... 5:
    r = 100 / (x - 64);
    __attribute__ ((fallthrough));
  default:
    r += 7;
  }
  return r;
}
TEST (duff) {
  u8 from[8] = {1, 2, 3, 4, 5, 6, 7, 8}, to[8] = {0}, *f = from, *t = to;
  int count = x & 15, n = (count + 3) / 4;
  switch (count % 4) {
    do {
    case 0:
      *t++ = *f++;
    case 3:
      *t++ = *f++;
    case 2:
      *t++ = *f++;
    case 1:
      *t++ = *f++;
    } while (--n > 0);
  }
  return to[0] + to[7];
}
TEST (ring) {
  struct {
    u8 at[4];
    u8 head, tail;
  } r = {0};
  for (int i = 0; i < 4; i++) {
    if (x >> i & 1)
      r.at[r.head++ & 3] = i + 1;
    else if (r.tail != r.head)
      out (r.at[r.tail++ % 4]);
  }
  return (u8) (r.head - r.tail);
}
typedef struct node {
  struct node *next, *prev;
  int v;
} node;
static void unlink_ (node *n) {
  n->prev->next = n->next;
  n->next->prev = n->prev;
}
TEST (double_list) {
  node a = {.v = 1}, b = {.v = x}, c = {.v = 3};
  a.next = &b, b.next = &c, c.prev = &b, b.prev = &a;
  node *n = &a;
  for (int i = 0; i < (x & 3); i++)
    n = n->next;
  if (x & 4)
    unlink_ (n);
  return a.next->v;
}
typedef struct tree {
  struct tree *child[2];
  int v;
} tree;
static tree *insert (tree *t, int v) {
  if (!t) {
    t = malloc (sizeof *t);
    t->v = v;
    if (v != 13)
      t->child[0] = t->child[1] = NULL;
    return t;
  }
  t->child[v > t->v] = insert (t->child[v > t->v], v);
  return t;
}
static int height (const tree *t) {
  if (!t)
    return 0;
  int a = height (t->child[0]), b = height (t->child[1]);
  return 1 + (a > b ? a : b);
}
TEST (binary_tree) {
  tree *t = NULL;
  t = insert (t, 8);
  t = insert (t, x & 15);
  t = insert (t, x >> 4);
  return height (t);
}
typedef struct entry {
  struct entry *next;
  char key[4];
  int v;
} entry;
TEST (hash_table) {
  entry *bucket[4] = {0};
  entry pool[3];
  int used = 0;
  for (int i = 0; i < 3; i++) {
    char key[2] = {'a' + (x >> i * 2 & 3), 0};
    u32 h = 5381;
    for (char *p = key; *p; p++)
      h = h * 33 + *p;
    entry *e = bucket[h % 4];
    while (e && strcmp (e->key, key))
      e = e->next;
    if (!e) {
      e = &pool[used++];
      strcpy (e->key, key);
      e->next = bucket[h % 4];
      bucket[h % 4] = e;
    }
    e->v += i;
  }
  return used * 10 + (pool[0].v & 0);
}
TEST (stack_machine) {
  int stack[2], top = 0;
  for (int i = 0; i < 4; i++)
    switch (x >> i * 2 & 3) {
    case 0:
      stack[top++] = i;
      break;
    case 1:
      stack[top - 2] += stack[top - 1];
      top--;
      break;
    case 2:
      top--;
      break;
    case 3:
      if (top)
        out (stack[top - 1]);
    }
  return top;
}
TEST (opaque_pointer) {
  void *p = malloc (sizeof (short) + (x & 3));
  *(short *) p = x;
  long r = x & 4 ? *(int *) p : *(short *) p;
  free (p);
  return r & 0xffff;
}
TEST (pointer_difference) {
  int a[8], *p = &a[x & 7], *q = a + 8;
  while (p < q)
    *p++ = 1;
  return a[7] + a[x >> 5];
}
TEST (signed_shift) {
  int v = x - 128;
  return (v >> (x & 7)) + ((u32) v >> 28) + (1 << (x & 31));
}
TEST (byte_order) {
  u8 b[4] = {x, x + 1, x + 2, x + 3};
  u32 v = (u32) b[0] << 24 | b[1] << 16 | b[2] << 8 | b[3], w;
  memcpy (&w, b, 4);
  return __builtin_bswap32 (w) == v ? v : -1;
}
TEST (member_text) {
  struct {
    char name[4];
    char next[4];
  } s = {"abc", "def"};
  strncpy (s.name, "xyzw", x & 7 ? x & 3 : 4);
  return strnlen (s.name, 8);
}
