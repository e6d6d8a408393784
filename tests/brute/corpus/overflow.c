// options: --check-overflow
#include "brute.h"

TEST (add) { return INT_MAX - 100 + x; }
TEST (subtract) { return INT_MIN + 50 - x; }
TEST (multiply) { return 10000000 * x; }
TEST (multiply_negative) { return (i8) x * 20000000; }
TEST (negate) { return -(INT_MIN + (x & 3)); }
TEST (increment) {
  int v = INT_MAX - (x & 1);
  v++;
  return v;
}
TEST (decrement) {
  int v = INT_MIN + (x & 3);
  v -= 2;
  return v;
}
TEST (long_add) { return LONG_MAX - 7 + x; }
TEST (long_multiply) { return (long) x * x * 200000000000000L; }
TEST (unsigned_wraps) { return UINT_MAX + (u32) x; }
TEST (unsigned_multiply) { return 0x1000000u * (u32) x; }
TEST (short_wraps) {
  i16 v = SHRT_MAX;
  v += x;
  return v;
}
TEST (char_wraps) {
  i8 v = 127;
  v++;
  return v + x;
}
TEST (divide) { return (INT_MIN + (x >> 7)) / ((i8) x | 1); }
TEST (remainder) { return (INT_MIN + (x & 1)) % -1; }
TEST (absolute) { return abs (INT_MIN + (x & 3)); }
TEST (absolute_long) { return labs (LONG_MIN + (x & 3)); }
TEST (absolute_long_long) { return llabs (x == 5 ? LLONG_MIN : x - 99); }
TEST (absolute_is_fine) { return abs ((i8) x); }
TEST (sum) {
  int sum = INT_MAX - 10;
  for (int i = 0; i < (x & 7); i++)
    sum += i;
  return sum;
}
TEST (average) {
  int a = INT_MAX - 3, b = x & 7;
  return (a + b) / 2;
}
TEST (average_well) {
  int a = INT_MAX - 3, b = x & 7;
  return a + (b - a) / 2;
}
TEST (checked_before) {
  int a = INT_MAX - 100, r;
  if (__builtin_add_overflow (a, x, &r))
    return -1;
  return r;
}
TEST (hash) {
  int h = 5381;
  for (int i = 0; i < 5; i++)
    h = h * 33 + x;
  return h;
}
TEST (factorial) {
  int f = 1;
  for (int i = 2; i <= (x & 15); i++)
    f *= i;
  return f;
}
TEST (shifted) { return 0x40000000 >> (x & 31); }
TEST (index_sum) {
  int a[4] = {1, 2, 3, 4}, i = INT_MAX - 2 + (x & 3);
  return a[i & 3];
}
TEST (pointer_distance) {
  int a[8] = {0};
  return &a[x & 7] - a;
}
TEST2 (two, 64, 64) { return (x << 25) + (y << 25); }
