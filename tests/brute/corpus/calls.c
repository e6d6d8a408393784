#include "brute.h"

static int twice (int v) { return 2 * v; }
static int negative (int v) { return -v; }
static int crash (int v) { return 100 / v; }
static int (*const table[4]) (int) = {twice, negative, crash, NULL};

static int deep (int n) { return n ? 1 + deep (n - 1) : 0; }
static int fibonacci (int n) {
  return n < 2 ? n : fibonacci (n - 1) + fibonacci (n - 2);
}
static int is_odd (int n);
static int is_even (int n) { return n == 0 ? 1 : is_odd (n - 1); }
static int is_odd (int n) { return n == 0 ? 0 : is_even (n - 1); }
static int endless (int n) {
  volatile char room[4000];
  room[n & 1] = n;
  return endless (n + 1) + room[0];
}
static long sum_of (int n, ...) {
  va_list list;
  long sum = 0;
  va_start (list, n);
  for (int i = 0; i < n; i++)
    sum += va_arg (list, int);
  va_end (list);
  return sum;
}
static long mixed (const char *types, ...) {
  va_list list, other;
  long sum = 0;
  va_start (list, types);
  va_copy (other, list);
  for (const char *t = types; *t; t++)
    switch (*t) {
    case 'i':
      sum = sum * 3 + va_arg (list, int);
      break;
    case 'l':
      sum = sum * 3 + va_arg (list, long);
      break;
    case 's':
      sum = sum * 3 + (long) strlen (va_arg (list, char *));
      break;
    }
  sum += va_arg (other, int);
  va_end (other);
  va_end (list);
  return sum;
}

TEST (through_table) { return table[x & 3](x); }
TEST (through_outside) {
  int (*f[2]) (int) = {twice, negative};
  return f[x % 3](3);
}
TEST (through_null) {
  int (*f) (int) = x > 9 ? twice : NULL;
  return f (1);
}
TEST (through_number) {
  int (*f) (int) = x == 8 ? (int (*) (int)) 16 : twice;
  return f (1);
}
TEST (compared_pointers) {
  int (*f) (int) = table[x & 1];
  return f == twice ? 1 : f == negative ? 2 : 3;
}
TEST (as_argument) {
  extern int apply (int (*) (int), int);
  return apply (x & 1 ? twice : negative, x);
}
int apply (int (*f) (int), int v) { return f (f (v)); }
TEST (recursion) { return deep (x); }
TEST (two_ways) { return fibonacci (x & 7); }
TEST (mutual) { return is_even (x & 31); }
TEST (no_end) { return x == 200 ? endless (0) : 1; }
TEST (divides_below) {
  int v = 10;
  for (int i = 0; i < 3; i++)
    v = crash (v - (x & 15));
  return v;
}
TEST (varargs_sum) { return sum_of (3, x, 2 * x, -1); }
TEST (varargs_none) { return sum_of (0) + sum_of (x & 3, 1, 2, 3); }
TEST (varargs_many) { return sum_of (9, 1, 2, 3, 4, 5, 6, 7, x, 9); }
TEST (varargs_mixed) { return mixed ("ilsi", x, 1L << 40, "text", -x); }
TEST (varargs_passed_on) { return mixed (x & 1 ? "il" : "i", x, (long) x * x); }
TEST (early_exit) {
  extern int checked (int);
  return checked (x) + 1;
}
int checked (int v) {
  if (v == 13)
    abort ();
  return v / 2;
}
TEST (sorting) {
  extern int by_value (const void *, const void *);
  int a[5] = {4, x & 7, 2, x >> 5, 1};
  qsort (a, 5, sizeof *a, by_value);
  for (int i = 0; i < 5; i++)
    out (a[i]);
  return 0;
}
int by_value (const void *a, const void *b) {
  return *(const int *) a - *(const int *) b;
}
TEST (searching) {
  extern int by_value (const void *, const void *);
  int a[6] = {1, 3, 5, 8, 13, 21}, key = x,
      *p = bsearch (&key, a, 6, sizeof *a, by_value);
  return p ? p - a : -1;
}
TEST (pointer_result) {
  extern int *larger (int *, int *);
  int a = x & 15, b = x >> 4;
  *larger (&a, &b) = 100;
  return a * 1000 + b;
}
int *larger (int *a, int *b) { return *a > *b ? a : b; }
TEST (output_parameter) {
  extern int parse (const char *, int *);
  char text[3] = {x, '7', 0};
  int v = -1, ok = parse (text, &v);
  return ok * 1000 + v;
}
int parse (const char *s, int *v) {
  if (*s < '0' || *s > '9')
    return 0;
  *v = *s - '0';
  return 1;
}
TEST (static_local) {
  static int count;
  count = x;
  count++;
  return count;
}
TEST (sign) { return abs (x - 128) + (int) labs (-(long) x); }
