#include "brute.h"

/* Numbers at their ends, wherever they come from. */

enum kind { LOW = INT_MIN, NONE = 0, LESS = -1, HIGH = INT_MAX };

TEST (of_enum) {
  static const enum kind k[] = {LOW, NONE, LESS, HIGH};
  return k[x & 3] / (int) k[x >> 2 & 3];
}
TEST (of_fields) {
  struct {
    int a : 31, b : 2;
    long c : 40;
  } s = {x - 128, x, (long) x << 32};
  return s.a / s.b + s.c % (x & 1 ? s.a : 1);
}
TEST (of_bool) {
  _Bool b = x > 5;
  return 100 / b + 7 % (_Bool) (x & 8);
}
TEST (of_char_pair) {
  i8 a = x, b = x >> 4 | -8;
  return a / b + (u8) a / (u8) (b + 8);
}
TEST (of_difference) {
  char a[8];
  char *p = a + (x & 7), *q = a + 4;
  return 64 / (p - q);
}
TEST (of_lengths) {
  char t[9] = "abcdefgh";
  t[x & 15 & 7] = 0;
  return 50 / strlen (t);
}
TEST (of_size) {
  int n = x & 3;
  int a[n + 1];
  a[0] = 1;
  return 40 / (sizeof a - 8) + a[0];
}
TEST (chain_of_operators) {
  int a = x - 3, b = x & 7;
  return a % b / b % (a | 1);
}
TEST (minimum_by_shift) {
  int a = 1u << (x & 31);
  return a / (x & 32 ? -1 : 3);
}
TEST (minimum_long_by_product) {
  long a = (long) ((u64) x << 56);
  return a % (x & 1 ? 5 : -(x & 2) / 2 | 1);
}
TEST (minimum_of_switch) {
  int d;
  switch (x & 3) {
  case 0:
    d = 0;
    break;
  case 1:
    d = -1;
    break;
  default:
    d = x;
  }
  return (x & 8 ? INT_MIN : INT_MAX) / d;
}
TEST (divide_in_loop) {
  int v = INT_MIN;
  for (int d = 3; d >= -(x & 3); d--)
    v = d == 0 ? v : v / d;
  return v;
}
TEST (divide_and_assign_member) {
  struct {
    i16 a;
    i32 b;
  } s = {x, INT_MIN};
  s.a -= 100;
  s.b /= s.a;
  s.b %= s.a + 1;
  return s.b;
}
TEST (divide_by_pointer) {
  int zero = 0, one = -1, *p = x & 1 ? &zero : &one;
  return x & 2 ? INT_MIN % *p : 1 % *p;
}
TEST (divide_unsigned_never_wraps) {
  u32 a = INT_MIN, b = -1;
  return a / b + a % b + (u64) LONG_MIN / (x ? -1ul : (u64) x);
}
TEST (divide_int128) {
  __int128 a = (__int128) (x - 1) << 100;
  return (long) (a / (x & 7) >> 90);
}
TEST (float_by_zero_lives) {
  double d = x & 1;
  return 1.0 / d > 5;
}
TEST (float_remainder) {
  int d = (int) (x / 50.0);
  return 9 % d;
}
TEST (average_of) {
  int a[4] = {1, 2, 3, 4}, n = 0, sum = 0;
  for (int i = 0; i < 4; i++)
    if (a[i] * 20 > x)
      sum += a[i], n++;
  return sum / n;
}
TEST (percent) { return x * 100 / (x - (x & 0xf0)); }
TEST (hash_bucket) {
  int h = x * 0x01000193u;
  int n = x & 7;
  return (h % 8 + 8) % 8 + h % n;
}
TEST (clock_arithmetic) {
  int step = (x & 15) - 8;
  return ((x >> 4) + 24) % step;
}

/* Shifts */

TEST (shift_by_char) {
  i8 n = x;
  return 1 << n;
}
TEST (shift_by_difference) { return 0xffffu >> (40 - x); }
TEST (shift_of_short) {
  u16 a = 0x8001;
  return a << (x & 63);
}
TEST (shift_of_bool) {
  _Bool b = x & 1;
  return b << (x >> 2);
}
TEST (shift_of_field) {
  struct {
    u64 a : 40;
  } s = {x};
  return s.a << (x & 127) >> 3;
}
TEST (shift_of_int128) { return (long) ((__int128) x << x >> 64); }
TEST (shift_assigned_back) {
  u8 a = x;
  a <<= x & 63;
  return a;
}
TEST (shift_in_mask) {
  u64 mask = (1ul << (x >> 1)) - 1;
  return mask & 0xff00ff;
}
TEST (shift_in_index) {
  static const u8 t[5] = {1, 2, 3, 4, 5};
  return t[8 >> (x & 63)];
}
TEST (shift_in_size) {
  u8 *p = calloc (1u << (x & 3), 1);
  int r = p[x >> 5];
  free (p);
  return r;
}
TEST (rotated) {
  u32 n = x & 31;
  return 0x12345678u << n | 0x12345678u >> (32 - n);
}
TEST (sign_by_shift) { return (x - 100) >> (x & 32 ? 31 : x); }
TEST (shift_by_unsigned_long) { return 3 << ((u64) x << 31); }
TEST (shift_loop) {
  u32 v = 1;
  for (int i = 0; i < x >> 3; i++)
    v = v << 1 | 1u << i;
  return v >> (x >> 3);
}
