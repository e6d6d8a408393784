#include "brute.h"
#include <ctype.h>
#include <stdio.h>
#include <unistd.h>

typedef struct point {
  int x, y;
} point;
static point make (int v) {
  point p;
  p.x = v;
  if (v & 1)
    p.y = v;
  return p;
}
TEST (half_returned) {
  point p = make (x);
  return x & 2 ? p.y : p.x;
}
TEST (copied_twice) {
  point p = make (x), q = p, r;
  memcpy (&r, &q, sizeof q);
  return x & 4 ? r.x : r.y;
}
TEST (counted_up) {
  int n;
  if (x & 1)
    n = 0;
  for (int i = 0; i < 3; i++)
    n++;
  return x & 2 ? n : 5;
}
TEST (or_ed) {
  u8 flags;
  if (x & 1)
    flags = 0;
  flags |= 4;
  return flags & 4 ? 1 : 2;
}
TEST (times_zero) {
  int v;
  if (x & 1)
    v = 3;
  return (v & 0) + 1;
}
TEST (shifted_away) {
  u8 v;
  if (x & 1)
    v = 3;
  u8 w = v << 8;
  return w ? 1 : 2;
}
TEST (in_table) {
  static const int t[4] = {1, 2, 3, 4};
  unsigned i;
  if (x & 1)
    i = x;
  return t[i & 3] * 0;
}
TEST (last_of_text) {
  char a[8];
  a[0] = 'a';
  a[1] = x & 1 ? 0 : 'b';
  a[2] = x & 2 ? 0 : 'c';
  if (x & 4)
    a[3] = 0;
  return strlen (a);
}
TEST (filled_partly) {
  int *p = malloc (4 * sizeof *p);
  for (int i = 0; i < (x & 7) && i < 4; i++)
    p[i] = i;
  int m = p[0];
  for (int i = 1; i < (x >> 3 & 3); i++)
    if (p[i] > m)
      m = p[i];
  free (p);
  return m;
}
TEST (sorted_unset) {
  u8 a[3];
  for (int i = 0; i < (x & 3); i++)
    a[i] = 3 - i;
  if (a[0] > a[1]) {
    u8 t = a[0];
    a[0] = a[1];
    a[1] = t;
  }
  return a[x >> 2 & 1];
}
TEST (grown) {
  char *p = malloc (2);
  p[0] = p[1] = 1;
  p = realloc (p, 4);
  int r = p[x & 3];
  free (p);
  return r;
}
TEST (reused_block) {
  char *p = malloc (8);
  memset (p, 1, 8);
  free (p);
  p = malloc (8);
  p[0] = 1;
  int r = p[x & 1];
  free (p);
  return r;
}
static int deep (int n, int *out) {
  int v;
  if (n)
    return deep (n - 1, &v) + 1;
  *out = 3;
  return 0;
}
TEST (deep_result) {
  int v;
  int n = deep (x & 3, &v);
  return x & 4 ? v : n;
}
TEST (loop_exit) {
  int found;
  for (int i = 0; i < 4; i++)
    if (i == (x & 7)) {
      found = i;
      break;
    }
  return found;
}
TEST (switch_result) {
  int r;
  switch (x & 3) {
  case 0:
    r = 1;
    break;
  case 1:
    r = 2;
  case 2:
    break;
  default:
    r = 4;
  }
  return x & 4 ? r + 1 : 0;
}
TEST (goto_skips) {
  if (x & 1)
    goto end;
  int v = 3;
  out (v);
end:
  return x & 2 ? v : 0;
}
TEST (pointer_itself) {
  char *p;
  if (x & 1)
    p = "a";
  return x & 4 ? p == NULL : 3;
}
TEST (bitwise_logical) {
  int v;
  if (x & 1)
    v = 0;
  int a = (x & 2) != 0 | v != 0;
  return x & 4 ? a : 0;
}
TEST (double_unset) {
  double d;
  if (x & 1)
    d = 1;
  return x & 2 ? d > 0.5 : 1;
}
TEST (float_to_int) {
  float f;
  if (x & 1)
    f = 2.5f;
  int i = f;
  return x & 2 ? i : 1;
}
TEST (written_out) {
  char b[4];
  b[0] = 'a';
  if (x & 1)
    b[1] = 'b';
  int fd[2];
  pipe (fd);
  int n = write (fd[1], b, x & 2 ? 2 : 1);
  close (fd[0]), close (fd[1]);
  return n;
}
TEST (read_short) {
  char b[4];
  FILE *f = fmemopen ("abc", 3, "r");
  fseek (f, x & 3, SEEK_SET);
  int n = fread (b, 1, 4, f);
  fclose (f);
  return n + (b[x >> 2 & 3] == 'a');
}
TEST (padding_in_file) {
  struct {
    char c;
    int i;
  } r = {1, 2}, s;
  s.c = 3, s.i = 4;
  FILE *f = tmpfile ();
  if (x & 1)
    fwrite (&r.i, sizeof r.i, 1, f);
  if (x & 2)
    fwrite (x & 4 ? &s : &r, sizeof s, 1, f);
  long n = ftell (f);
  fclose (f);
  return n;
}
TEST (union_unset) {
  union {
    u8 b;
    u32 w;
  } u;
  u.b = x;
  return x & 1 ? u.w & 255 : u.w & 256;
}
TEST (field_of_bits) {
  struct {
    u8 a : 4, b : 4;
  } f;
  f.a = x;
  return x & 16 ? f.b : f.a;
}
TEST (vla_unset) {
  u8 a[(x & 3) + 1];
  a[0] = 1;
  return a[x >> 2 & 1 & x];
}
TEST (array_compared) {
  u8 a[2], b[2] = {0, 0};
  a[0] = x & 1;
  return memcmp (a, b, 2) == 0;
}
TEST (static_is_zero) {
  static int v;
  static int *p;
  return v + (p == NULL) + x;
}
TEST (aggregate_rest_is_zero) {
  int a[4] = {1};
  struct {
    char c;
    int i;
  } s = {.c = 3};
  return a[x & 3] + s.i;
}
TEST (out_on_error) {
  char *end;
  int v;
  char t[3] = {x, 0, 0};
  if (sscanf (t, "%d", &v) == 0)
    return v;
  return 7;
}
TEST (passed_through) {
  int v;
  int *p = &v, **q = &p;
  if (x & 1)
    **q = 4;
  return *p + 1;
}
TEST (swap_unset) {
  int a = 1, b;
  if (x & 1)
    b = 2;
  int t = a;
  a = b;
  b = t;
  return x & 2 ? a : b;
}
TEST (ternary_of_unset) {
  int v, w = 3;
  if (x & 1)
    v = 2;
  int r = x & 2 ? v : w;
  return x & 4 ? r : 1;
}
TEST (min_of) {
  int v;
  if (x & 1)
    v = x;
  int r = v < 4 ? v : 4;
  return x & 2 ? r : 0;
}
static int never (void) {
  int v;
  return v;
}
TEST (two_calls_subtracted) {
  int r = never () - never ();
  return x & 1 ? r != 0 : 3;
}
TEST (loop_twice) {
  int sum = 0, first = 0;
  for (int i = 0; i < 2; i++) {
    int v;
    if (x & 1)
      v = 4;
    if (!i)
      first = v;
    else
      sum = v - first;
  }
  return sum;
}
TEST (switch_declares) {
  int *p = NULL;
  switch (x & 3) {
    int inner;
  case 1:
    inner = 3;
    p = &inner;
    break;
  case 2:
    return 5;
  }
  return p ? *p : 0;
}
