// options: --check-overflow
#include "brute.h"
TEST (add_int) { return INT_MAX - 3 + (x & 7); }
TEST (sub_long) { return (LONG_MIN + 4 - (x & 7)) & 255; }
TEST (mul_mixed) {
  i16 a = x * 200;
  i32 b = a * (i32) (x << 8);
  return b;
}
TEST (neg) {
  int a = INT_MIN + (x & 1);
  return -a;
}
TEST (neg_long) {
  long a = LONG_MIN + (x & 3);
  return -a > 0;
}
TEST (inc) {
  int a = INT_MAX - (x & 3);
  a++;
  a += 1;
  return a;
}
TEST (dec) {
  long a = LONG_MIN + (x & 3);
  return (a--, --a, a & 7);
}
TEST (chars) {
  i8 a = x;
  a += 1;
  a++;
  i16 s = SHRT_MAX;
  s += x;
  return a + s;
}
TEST (abs_all) {
  int a = abs (INT_MIN + (x & 1));
  return a & 3;
}
TEST (labs_all) {
  long a = labs (LONG_MIN + (x & 1));
  return a & 3;
}
TEST (llabs_all) {
  long long a = llabs (LLONG_MIN + (x & 1));
  return a & 3;
}
TEST (mul_square) {
  int v = x * x;
  v = v * v;
  return v * (x & 3);
}
TEST (compound) {
  int v = 1 << 30;
  v *= x & 3;
  return v;
}
TEST (index_sum) {
  int i = INT_MAX - 2, n = 0;
  for (int k = 0; k < (x & 7); k++)
    n += i++ > 0;
  return n;
}
TEST (unsigned_wraps) {
  unsigned a = UINT_MAX - 2;
  u8 b = x;
  b += 250;
  return a + x + b;
}
TEST (ptr_diff) {
  char a[4];
  char *p = a + (x & 3);
  return p - a;
}
TEST (int128) {
  __int128 a = (__int128) LONG_MAX * x;
  return (long) (a >> 60);
}
TEST (int128_over) {
  __int128 a = (__int128) 1 << 126;
  a = a * (x & 3);
  return (long) (a >> 120);
}
