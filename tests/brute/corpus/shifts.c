#include "brute.h"

TEST (left) { return 1 << x; }
TEST (right) { return -1000 >> x; }
TEST (unsigned_left) { return 1u << (x & 63); }
TEST (long_left) { return 1L << x; }
TEST (long_right) { return (long) (ULONG_MAX >> (x / 2)); }
TEST (negative_count) { return 4 << (i8) x; }
TEST (promoted_char) {
  u8 a = 200;
  return a << (x & 31);
}
TEST (promoted_short) {
  i16 a = -5;
  return a >> (x % 40);
}
TEST (of_zero) { return ZERO << (x & 127); }
TEST (masked) { return 0x12345678u << (x & 31); }
TEST (assigned) {
  u32 a = 0x80000001u;
  a >>= x;
  return a;
}
TEST (rotate) {
  u32 n = x & 31, a = 0xdeadbeefu;
  return a << n | a >> (32 - n);
}
TEST (rotate_well) {
  u32 n = x & 31, a = 0xdeadbeefu;
  return a << n | a >> (-n & 31);
}
TEST2 (both, 64, 64) { return ((u64) x << y) >> x; }
TEST (wide) { return (long) ((unsigned __int128) 3 << x >> 60); }
TEST (from_table) {
  static const u8 by[8] = {0, 1, 8, 31, 32, 33, 63, 64};
  return 7 << by[x & 7];
}
TEST (of_field) {
  struct {
    u32 a : 5, b : 6;
  } s = {x, x};
  return s.a << s.b;
}
TEST (in_loop) {
  int sum = 0;
  for (int i = x; i < x + 4; i++)
    sum += 1 << i / 2;
  return sum;
}
TEST (by_char) {
  i8 by = (i8) x;
  return 1L << by;
}
