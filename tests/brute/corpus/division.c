#include "brute.h"

TEST (by_zero) { return 100 / x; }
TEST (remainder_by_zero) { return 100 % (x - 7); }
TEST (min_by_any) { return INT_MIN / (i8) x; }
TEST (min_remainder) {
  int by = (i8) x;
  out (by);
  if (by == 0)
    return -1;
  return INT_MIN % by;
}
TEST (long_min) {
  long by = (i8) x, a = LONG_MIN;
  if (by < -3)
    return by;
  return a / by;
}
TEST (long_remainder) {
  i64 a = LONG_MIN + (x & 1), by = (i8) x >> 1;
  return a % by;
}
TEST2 (int_any, 256, 16) {
  int a = (int) ((u32) x << 24), by = y - 8;
  return a / by;
}
TEST (short_min_is_fine) {
  i16 a = SHRT_MIN, by = (i8) x | 1;
  return a / by;
}
TEST (char_min_is_fine) {
  i8 a = -128, by = (i8) (x | 1);
  i8 q = a / by;
  return q + a % by;
}
TEST (stored_back) {
  int v = INT_MIN + x;
  v /= -1;
  return v;
}
TEST (assigned_remainder) {
  int v = INT_MIN;
  v %= (x > 200 ? -1 : 3);
  return v;
}
TEST (unsigned_max) { return (long) (0x80000000u / (u32) (i8) x); }
TEST (unsigned_long) { return (long) (ULONG_MAX % (u64) (x - 1)); }
TEST (mixed_is_unsigned) {
  u32 a = 5;
  int by = (i8) x;
  return a / by;
}
TEST (guarded) {
  int a = INT_MIN, by = (i8) x;
  if (by == 0 || (a == INT_MIN && by == -1))
    return 77;
  return a / by;
}
TEST (guarded_badly) {
  int a = (int) (0x80000000u + (x >> 7)), by = (i8) x;
  if (by == 0)
    return 1;
  return by == -1 && a != INT_MIN ? -a : a / by;
}
TEST2 (in_a_loop, 16, 16) {
  int sum = 0;
  for (int i = 3; i >= -3; i--)
    if (i != x - 4)
      sum += 60 / (i + y - 8);
  return sum;
}
TEST (wide) {
  __int128 a = (__int128) x << 64, by = x - 9;
  return (long) (a / by >> 32);
}
TEST (wide_min) {
  __int128 a = (__int128) 1 << 126;
  a = -a - a;
  int by = (i8) x;
  if (by == 0 || by == -1)
    return by;
  return (long) (a / by >> 64);
}
TEST (result_of_call) {
  div_t d = div (x - 100, 7);
  return d.quot * 1000 + d.rem;
}
TEST (ldiv_of) {
  ldiv_t d = ldiv (LONG_MIN, (i8) x | 2);
  return d.quot ^ d.rem;
}
TEST (div_by_zero) {
  div_t d = div (1000, x >> 4);
  return d.quot + d.rem;
}
TEST (only_result_unused) {
  int q = 5 / (x - 3);
  (void) q;
  return 1;
}
TEST (short_circuit) { return x != 5 && 10 / (x - 5) > 1; }
TEST (in_condition) {
  if (100 / (x & 7) > 20)
    return 1;
  return 2;
}
TEST (min_of_128_bits) {
  __int128 a = (__int128) 1 << 127, b = (x & 7) - 3;
  return (a / b >> 100) + a % b;
}
TEST (min_of_odd_width) {
  _BitInt (9) a = -256 + (x & 1), b = (x >> 5) - 3;
  return (int) (a / b) + (int) (a % b);
}
