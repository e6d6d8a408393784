#include "brute.h"
#include <stdio.h>

/* Variable arguments of all classes. */

typedef struct pair {
  long a, b;
} pair;
typedef struct point {
  double x, y;
} point;
typedef struct mix {
  long a;
  double d;
} mix;
typedef struct big {
  long v[5];
} big;
typedef struct tiny {
  char c[3];
} tiny;
typedef struct floats {
  float x, y;
} floats;
typedef struct uneven {
  double x;
  float y;
} uneven;
typedef struct three {
  float x, y, z;
} three;
static long take (const char *types, ...) {
  va_list l;
  long r = 7;
  va_start (l, types);
  for (; *types; types++) {
    out (r);
    r = 0;
    switch (*types) {
    case 'i':
      r += va_arg (l, int);
      break;
    case 'l':
      r += va_arg (l, long);
      break;
    case 'd':
      r += va_arg (l, double);
      break;
    case 'D':
      out (va_arg (l, long double));
      break;
    case 'w': {
      __int128 w = va_arg (l, __int128);
      r += (long) w + (long) (w >> 64) * 3;
      break;
    }
    case 'p': {
      pair p = va_arg (l, pair);
      r += p.a * 5 + p.b;
      break;
    }
    case 'P': {
      point p = va_arg (l, point);
      r += p.x * 5 + p.y;
      break;
    }
    case 'm': {
      mix p = va_arg (l, mix);
      r += p.a * 5 + p.d;
      break;
    }
    case 'b': {
      big p = va_arg (l, big);
      r += p.v[0] + p.v[4] * 3;
      break;
    }
    case 't': {
      tiny p = va_arg (l, tiny);
      r += p.c[0] + p.c[2] * 3;
      break;
    }
    case 'f': {
      floats p = va_arg (l, floats);
      r += p.x * 5 + p.y;
      break;
    }
    case 'u': {
      uneven p = va_arg (l, uneven);
      r += p.x * 5 + p.y;
      break;
    }
    case '3': {
      three p = va_arg (l, three);
      r += p.x * 5 + p.y * 3 + p.z;
      break;
    }
    case 's':
      r += strlen (va_arg (l, char *));
      break;
    }
  }
  va_end (l);
  return r;
}
TEST (ints) { return take ("ili", x, (long) x << 33, -x); }
TEST (doubles) { return take ("did", 1.0, x, 2.0); }
TEST (wide) { return take ("iwi", x, (__int128) x << 60, 3); }
TEST (wide_two) { return take ("wiw", (__int128) x, x, (__int128) 5 << 64); }
TEST (long_doubles) { return take ("iDi", x, 3.0L, 5); }
TEST (pairs) { return take ("ipi", x, (pair) {x, 2}, 5); }
TEST (points) { return take ("iPi", x, (point) {1, 2}, 5); }
TEST (mixes) { return take ("imid", x, (mix) {x, 2}, 5, 4.0); }
TEST (bigs) { return take ("ibi", x, (big) {{x, 2, 3, 4, 5}}, 5); }
TEST (tinies) { return take ("iti", x, (tiny) {{x, 2, 3}}, 5); }
TEST (two_floats) { return take ("ifi", x, (floats) {1, 2}, 5); }
TEST (uneven_floats) {
  return take ("iu3i", x, (uneven) {1, 2}, (three) {3, 4, 5}, x);
}
TEST (many) {
  return take ("iiiiiiiiildd", 1, 2, 3, 4, 5, 6, 7, x, 9, 10L, 1.0, 2.0);
}
TEST (many_pairs) {
  return take ("ppppi", (pair) {x, 2}, (pair) {3, 4}, (pair) {5, x},
               (pair) {7, 8}, x);
}
TEST (many_doubles) {
  return take ("ddddddddddi", 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0,
               x);
}
TEST (everything) {
  return take ("ibDwdpt", x, (big) {{x, 2, 3, 4, 5}}, 4.0L, (__int128) x << 63,
               5.0, (pair) {x, 1}, (tiny) {{1, 2, x}});
}
static long forward (const char *f, ...) {
  char s[16];
  va_list l;
  va_start (l, f);
  int n = vsnprintf (s, sizeof s, f, l);
  va_end (l);
  return n * 256 + s[0];
}
TEST (forwarded) { return forward (x & 1 ? "%d-%s" : "%d", x, "abc"); }
static long twice (const char *f, ...) {
  va_list l, again;
  long r = 0;
  va_start (l, f);
  va_copy (again, l);
  for (const char *p = f; *p; p++)
    r += va_arg (l, int);
  for (const char *p = f; *p; p++)
    r = r * 3 + va_arg (again, int);
  va_end (again);
  va_end (l);
  return r;
}
TEST (walked_twice) { return twice ("abc", x, x * 2, 3); }
static long last_is_zero (int first, ...) {
  va_list l;
  long sum = 0;
  va_start (l, first);
  for (int v = first; v; v = va_arg (l, int))
    sum += v;
  va_end (l);
  return sum;
}
TEST (until_zero) { return last_is_zero (x, x & 3, x & 1, 0); }
static long next_of (va_list *l) { return va_arg (*l, int); }
static long by_helper (int n, ...) {
  va_list l;
  long r = 0;
  va_start (l, n);
  while (n-- > 0)
    r = r * 7 + next_of (&l);
  va_end (l);
  return r;
}
TEST (helper) { return by_helper (x & 3, 1, x, 3); }
static int (*printer) (char *, size_t, const char *, ...) = snprintf;
TEST (through_pointer) {
  char s[8];
  return printer (s, 8, "%c%d", 'a' + (x & 7), x) + s[0];
}
static long one_name (const char *name, ...) {
  va_list l;
  va_start (l, name);
  double d = 0;
  for (; *name; name++)
    d += *name == 'd' ? va_arg (l, double) : va_arg (l, int);
  va_end (l);
  return d;
}
TEST (class_order) { return one_name (x & 1 ? "id" : "di", 5, 2.5); }
