#include "brute.h"

#include <stdio.h>

/* Ways in which what was never written comes to where it matters. */

typedef struct pair {
  int a, b;
} pair;

static pair half_pair (int v) {
  pair p;
  p.a = v;
  if (v & 1)
    p.b = v;
  return p;
}
TEST (struct_returned) {
  pair p = half_pair (x);
  if (x & 2)
    return p.a;
  if (p.b & 1)
    return 2;
  return 3;
}
TEST (struct_of_structs) {
  struct {
    pair p[2];
    u8 c;
  } s, t;
  s.p[x & 1].a = 1;
  s.c = 2;
  t = s;
  return t.c + t.p[0].a;
}
static int sum_of (int n, const int *a) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}
TEST (too_many_summed) {
  int a[8];
  for (int i = 0; i < 5; i++)
    a[i] = i;
  if (sum_of (x & 7, a))
    return 4;
  return 5;
}
TEST (padding_moves) {
  struct padded {
    u8 a;
    u32 b;
  } s, t;
  s.a = x;
  s.b = 3;
  memcpy (&t, &s, sizeof s);
  u8 *bytes = (u8 *) &t;
  return bytes[x & 7];
}
TEST (padding_of_zeros) {
  struct padded {
    u8 a;
    u32 b;
  } s;
  memset (&s, 0, sizeof s);
  s.a = x;
  return ((u8 *) &s)[x & 7];
}
TEST (calloc_rest) {
  int *p = calloc (4, 4);
  p[x & 3] = 5;
  int r = p[x >> 2 & 3];
  free (p);
  if (r)
    return 1;
  return 2;
}
TEST (malloc_rest) {
  int *p = malloc (16);
  p[x & 3] = 5;
  int r = p[x >> 2 & 3];
  free (p);
  if (r)
    return 1;
  return 2;
}
TEST (realloc_tail) {
  u8 *p = malloc (4);
  memset (p, 1, 4);
  p = realloc (p, 8);
  int r = p[x & 7];
  free (p);
  return r + 1 > 1;
}
TEST (realloc_shorter_then_longer) {
  u8 *p = malloc (8);
  memset (p, 1, 8);
  p = realloc (p, 3);
  p = realloc (p, 8);
  int r = p[x & 7];
  free (p);
  if (r)
    return 3;
  return 4;
}
TEST (old_block_again) {
  u8 *p = malloc (8);
  memset (p, 1, 8);
  free (p);
  p = malloc (8);
  int r = p[x & 7];
  free (p);
  if (r)
    return 3;
  return 4;
}
static void set_some (int *out, int v) {
  if (v > 10)
    *out = v;
}
TEST (output_argument) {
  int r;
  set_some (&r, x);
  if (r > 100)
    return 1;
  return 2;
}
static int status_of (int v, int *out) {
  if (v & 1)
    return -1;
  *out = v;
  return 0;
}
TEST (status_not_looked_at) {
  int v;
  int status = status_of (x, &v);
  if (x & 2 && status)
    return 5;
  if (v > 4)
    return 1;
  return 0;
}
TEST (loop_never_entered) {
  int last;
  for (int i = 0; i < (x & 3); i++)
    last = i;
  return last == 2;
}
TEST (while_found) {
  int at;
  char t[] = "key=value";
  for (int i = 0; t[i]; i++)
    if (t[i] == (x & 1 ? '=' : '!'))
      at = i;
  return t[at & 7];
}
TEST (switch_without_default) {
  int r;
  switch (x & 3) {
  case 0:
    r = 1;
    break;
  case 1:
    r = 2;
    break;
  case 2:
    r = x;
  }
  if (r)
    return 8;
  return 9;
}
TEST (short_circuit) {
  int v;
  if ((x & 1) && (v = x) > 4)
    return v;
  if (x & 2)
    if (v == 3)
      return 1;
  return 0;
}
TEST (swap_bytes) {
  u8 a[4];
  a[0] = x;
  a[1] = 1;
  u8 t = a[0];
  a[0] = a[x & 3];
  a[x & 3] = t;
  return a[0] ? 1 : a[1];
}
TEST (union_small_then_large) {
  union {
    u8 c;
    u32 i;
    u8 b[4];
  } u;
  u.c = x;
  return x & 1 ? u.b[x >> 1 & 3] : (u.i & 255) == 4;
}
TEST (fields_partly) {
  struct {
    unsigned a : 3, b : 5, c : 8;
  } s;
  s.a = x;
  if (x & 8)
    s.c = 1;
  return s.a == 3 ? 1 : s.c == 1;
}
TEST (field_next_to_unset) {
  struct {
    unsigned a : 4, b : 4;
  } s;
  s.b = x;
  s.a++;
  return s.b > 3;
}
TEST (vla_partly) {
  int n = (x & 3) + 1;
  int a[n];
  for (int i = 0; i < n - (x >> 2 & 1); i++)
    a[i] = i;
  if (a[n - 1])
    return 1;
  return 2;
}
TEST (alloca_partly) {
  u8 *p = __builtin_alloca (8);
  memset (p, 3, x & 7);
  return p[4] == 3;
}
TEST (text_not_ended) {
  char t[8];
  memcpy (t, "abc", 3 + (x & 1));
  return (int) strlen (t);
}
TEST (text_copied_short) {
  char t[8];
  strncpy (t, "abcdef", x & 7);
  return !strcmp (t, "abc");
}
TEST (read_short) {
  FILE *f = tmpfile ();
  u8 b[4];
  fwrite ("abcd", 1, x & 3, f);
  rewind (f);
  fread (b, 1, 4, f);
  fclose (f);
  return b[1] == 'b';
}
TEST (scanned_one_of_two) {
  int a, b;
  sscanf (x & 1 ? "5 6" : "5 x", "%d %d", &a, &b);
  return x & 2 ? b > 5 : a;
}
TEST (float_never_set) {
  double d;
  if (x & 1)
    d = x;
  return d > 3.5;
}
TEST (float_in_array) {
  float f[3];
  f[0] = f[1] = 2;
  return f[x % 3] * 2 > 3;
}
TEST (pointer_never_set) {
  int v = 4, *p;
  if (x < 200)
    p = &v;
  return *p;
}
TEST (index_never_set) {
  int a[4] = {1, 2, 3, 4};
  u32 i;
  if (x & 1)
    i = x & 3;
  return a[i & 3];
}
TEST (length_never_set) {
  u64 n;
  u8 a[8] = {1}, b[8] = {2};
  if (x % 3)
    n = x & 7;
  if (n > 8)
    n = 8;
  memcpy (a, b, n);
  return a[0];
}
TEST (shift_never_set) {
  u32 n;
  if (x & 4)
    n = x & 7;
  return (1u << (n & 31)) > 4;
}
TEST (global_is_zero) {
  static int a[4];
  static pair p;
  return a[x & 3] + p.b;
}
TEST (rest_of_initialiser) {
  int a[8] = {1, 2};
  pair p = {.b = 3};
  char t[8] = "ab";
  return a[x & 7] + p.a + t[x >> 3 & 7];
}
TEST (struct_assigned_partly) {
  pair a, b;
  a.a = x;
  b = a;
  if (x & 1)
    b.b = 2;
  a = b;
  return x & 2 ? a.b == 2 : a.a == 2;
}
static int choose (int c, int a, int b) { return c ? a : b; }
TEST (chosen_argument) {
  int a, b;
  if (x & 1)
    a = 1;
  else
    b = 2;
  return choose (x & 2, a, b) == 1;
}
static int of_rest (int n, ...) {
  va_list ap;
  va_start (ap, n);
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += va_arg (ap, int);
  va_end (ap);
  return sum;
}
TEST (variable_argument_unset) {
  int a, b = 2;
  if (x & 1)
    a = 1;
  return of_rest (1 + (x >> 1 & 1), b, a) > 2;
}
TEST (sorted_partly) {
  int a[4];
  a[0] = 3, a[1] = x, a[2] = 1;
  if (x & 1)
    a[3] = 0;
  for (int i = 1; i < 4; i++)
    for (int j = i; j && a[j] < a[j - 1]; j--) {
      int t = a[j];
      a[j] = a[j - 1];
      a[j - 1] = t;
    }
  return a[0];
}
TEST (written_through_pointers) {
  int v, *p = &v, **q = &p;
  if (x & 1)
    **q = 4;
  return *p == 4;
}
TEST (state_machine) {
  enum { START, KEY, VALUE } state;
  int n = 0;
  if (x != 7)
    state = START;
  for (int i = 0; i < 3; i++)
    switch (state) {
    case START:
      state = KEY;
      break;
    case KEY:
      state = VALUE;
      n++;
      break;
    default:
      n += 10;
    }
  return n;
}
