// cflags: -D_GNU_SOURCE -lm
#include "brute.h"
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <search.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
#include <wchar.h>

static int cmp_int (const void *a, const void *b) {
  return *(int *) a - *(int *) b;
}
TEST (lfind_) {
  int a[4] = {3, 1, 4, 1};
  size_t n = 4;
  int *p = lfind (&x, a, &n, 4, cmp_int);
  return p ? p - a : -1;
}
TEST (tsearch_) {
  void *root = NULL;
  static int v[3];
  v[0] = 5;
  v[1] = x;
  v[2] = 9;
  for (int i = 0; i < 3; i++)
    tsearch (&v[i], &root, cmp_int);
  int k = 7;
  void *p = tfind (&k, &root, cmp_int);
  return p != NULL;
}
TEST (memmem_) {
  char s[5] = {'a', x, 'a', 'b', 0};
  char *p = memmem (s, 4, "ab", 2);
  return p ? p - s : -1;
}
TEST (strpbrk_) {
  char s[4] = {'a', x, 'z', 0};
  char *p = strpbrk (s, ",;z");
  return p ? p - s : -1;
}
TEST (wide_text) {
  wchar_t w[4] = {x, 'b', 0};
  return wcslen (w) * 10 + (wcschr (w, 'b') != NULL);
}
TEST (multibyte) {
  char s[3] = {x, 0xa9, 0};
  wchar_t w;
  setlocale (LC_ALL, "C");
  int n = mbtowc (&w, s, 2);
  return x < 128 ? n : 0;
}
static volatile sig_atomic_t got;
static void on (int s) { got = s; }
TEST (raised) {
  got = 0;
  signal (SIGUSR1, x & 1 ? on : SIG_IGN);
  raise (SIGUSR1);
  return got;
}
TEST (file_round) {
  char name[] = "/tmp/brute_XXXXXX";
  int fd = mkstemp (name);
  if (fd < 0)
    return -1;
  char b[4] = {x, 1, 2, 3}, c[4] = {0};
  write (fd, b, x & 7 ? 4 : 2);
  lseek (fd, 0, SEEK_SET);
  int n = read (fd, c, 4);
  close (fd);
  unlink (name);
  return n * 1000 + (u8) c[0] + c[3];
}
TEST (file_lines) {
  FILE *f = tmpfile ();
  if (!f)
    return -1;
  fprintf (f, "%d\n%c\n", x, x > 64 && x < 91 ? x : '-');
  rewind (f);
  char line[8];
  int n = 0;
  while (fgets (line, sizeof line, f))
    n = n * 3 + strlen (line);
  fclose (f);
  return n;
}
TEST (ungot) {
  FILE *f = tmpfile ();
  fputs ("ab", f);
  rewind (f);
  int c = fgetc (f);
  ungetc (x ? x : 1, f);
  int d = fgetc (f);
  int e = fgetc (f);
  fclose (f);
  return c * 100 + d + e;
}
TEST (getline_) {
  FILE *f = tmpfile ();
  for (int i = 0; i < (x & 3); i++)
    fprintf (f, "line%d\n", i);
  rewind (f);
  char *line = NULL;
  size_t cap = 0;
  ssize_t n;
  long r = 0;
  while ((n = getline (&line, &cap, f)) > 0)
    r += n * line[4];
  free (line);
  fclose (f);
  return r;
}
TEST (scanned_file) {
  FILE *f = tmpfile ();
  fprintf (f, "%d %s", x, "abc");
  rewind (f);
  int v = 0;
  char s[3];
  int n = x == 9 ? fscanf (f, "%d %s", &v, s) : fscanf (f, "%d %2s", &v, s);
  fclose (f);
  return n * v;
}
TEST (asprintf_) {
  char *s;
  int n = asprintf (&s, "%d/%s", x, x & 1 ? "odd" : "");
  long r = n * 100 + s[n - 1];
  free (s);
  return r;
}
TEST (strerror_) { return strlen (strerror (x & 3)) > 3; }
TEST (float_ops) {
  double d = x / 4.0;
  return (long) (d * 3) + (d > 20.5) + (int) floor (d) + (int) ceil (d);
}
TEST (float_to_int) {
  float f = (x - 100) * 1.5f;
  return (int) f + (x > 120 ? (unsigned) f : 0);
}
TEST (nan_) {
  double d = x == 7 ? NAN : x;
  return (d == d) + (d < 3) * 2 + (d >= 3) * 4 + isnan (d) * 8;
}
TEST (bits) {
  unsigned v = x * 0x01010101u;
  return __builtin_popcount (v) + __builtin_ctz (v | 256) +
         (x ? __builtin_clz (x) : 0) + __builtin_ffs (x);
}
TEST (add_checked) {
  u8 r;
  int o = __builtin_add_overflow (x, 100, &r);
  return r + o * 1000;
}
TEST (mul_checked) {
  i16 r;
  int o = __builtin_mul_overflow (x, 1000, &r);
  return r + o;
}
TEST (expect) {
  if (__builtin_expect (x == 3, 0))
    return 100 / (x - 3);
  return 1;
}
TEST (unreachable) {
  switch (x & 3) {
  case 0:
    return 1;
  case 1:
    return 2;
  case 2:
    return 3;
  }
  __builtin_unreachable ();
}
TEST (object_size) {
  char a[8];
  return __builtin_object_size (a, 0) + __builtin_object_size (&a[3], 1) + x;
}
TEST (generic) {
  return _Generic (x, int: 1, default: 2) +
         _Generic ((char) x, char: 3, default: 4);
}
TEST (designated) {
  int a[8] = {[2] = x, 5, [6] = 7};
  return a[3] + a[x & 7];
}
TEST (nested_function_like) {
  int r = ({
    int t = x;
    t > 9 ? ({ t * 2; }) : -t;
  });
  return r;
}
struct packed {
  char c;
  int i;
  short s;
} __attribute__ ((packed));
TEST (packed_) {
  struct packed p[2] = {{1, x, 3}, {4, 5, x}};
  u8 *b = (u8 *) p;
  return b[1] + p[1].i * 10 + sizeof p + b[x % 16];
}
TEST (aligned_cast) {
  char b[16] = {0};
  *(int *) (b + (x & 7)) = x;
  return b[x & 15];
}
TEST (atomic_) {
  int a = x;
  __atomic_fetch_add (&a, 5, 5);
  int e = 10;
  __atomic_compare_exchange_n (&a, &e, 1, 0, 5, 5);
  return a * 100 + e;
}
TEST (volatile_) {
  volatile int v = x;
  int s = 0;
  while (v-- > 250)
    s += v;
  return s;
}
TEST (string_literal_write) {
  char *s = "abc";
  if (x == 5)
    s[0] = 'x';
  return s[0];
}
TEST (const_cast) {
  static const int c[2] = {1, 2};
  if (x == 5)
    *(int *) &c[1] = 3;
  return c[1];
}
static int *local_address (int v) {
  int l = v;
  int *volatile p = &l;
  return p;
}
TEST (returned_address) {
  int *p = local_address (x);
  return x == 8 ? *p : 1;
}
TEST (array_compare) {
  int a[4], b[4];
  return (x & 1) ? &a[0] == &b[0] : a + 4 == &a[4];
}
TEST (negative_index) {
  int a[4] = {1, 2, 3, 4}, *p = a + 2;
  return p[(x & 7) - 3];
}
TEST (huge_index) {
  static char a[16];
  return x == 200 ? a[(size_t) 1 << 40] : a[x & 15];
}
TEST (malloc_huge) {
  char *p = malloc (x == 3 ? (size_t) -1 >> 1 : 8);
  if (!p)
    return -1;
  p[0] = 1;
  long r = p[0];
  free (p);
  return r;
}
TEST (calloc_overflow) {
  int *p = calloc (x == 3 ? SIZE_MAX / 2 : 2, 4);
  if (!p)
    return -1;
  long r = p[1];
  free (p);
  return r;
}
TEST (unchecked_malloc) {
  char *p = malloc (x == 3 ? SIZE_MAX - 64 : 8);
  p[0] = 1;
  long r = p[0];
  free (p);
  return r;
}
TEST (mul_size) {
  size_t n = (size_t) x << 56;
  int *p = malloc (n * 4 + 4);
  if (!p)
    return -1;
  p[x & 1] = 1;
  free (p);
  return 1;
}
TEST (realloc_zero) {
  char *p = malloc (4);
  char *q = realloc (p, x & 3);
  if (x & 3) {
    q[0] = 1;
    free (q);
  }
  return x & 3;
}
TEST (reallocarray_) {
  int *p = reallocarray (NULL, x & 1 ? SIZE_MAX / 2 : 3, 4);
  if (!p)
    return -1;
  p[2] = x;
  free (p);
  return 1;
}
TEST (recursion_array) {
  int fib[8] = {1, 1};
  for (int i = 2; i <= (x & 15); i++)
    fib[i] = fib[i - 1] + fib[i - 2];
  return fib[x & 7];
}
TEST (imax) { return imaxabs (x - 128) + strtoimax ("77", NULL, 8); }
TEST (chained) {
  struct {
    struct {
      int a[2];
    } in[2];
  } o = {{{{1, 2}}, {{3, 4}}}};
  return o.in[x & 1].a[x >> 1 & 1];
}
TEST (comma_ternary) {
  int a = 0;
  return (a = x, a > 3) ? a++, a : a-- + a;
}
TEST (enum_switch) {
  enum { A = 3, B = -1, C = 200 } e = x - 1;
  switch (e) {
  case A:
    return 1;
  case B:
    return 2;
  case C:
    return 3;
  }
  return e;
}
TEST (long_shift) {
  u64 v = 1;
  return (v << (x & 63)) >> 60;
}
TEST (char_signed) {
  char c = x;
  return c < 0 ? -1 : c > 100;
}
TEST (mixed_compare) {
  unsigned u = x;
  int i = -1;
  return (i < u) + (x - 300 < sizeof (int)) * 2;
}
TEST (loop_unsigned) {
  int n = 0;
  for (unsigned i = x & 3; i >= 0 && n < 10; i--)
    n++;
  return n;
}
