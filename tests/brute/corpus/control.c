#include "brute.h"

enum { NONE, DIGIT, SPACE, OTHER };
static int kind_of (int c) {
  if (c >= '0' && c <= '9')
    return DIGIT;
  if (c == ' ' || c == '\t')
    return SPACE;
  return OTHER;
}

TEST (switch_plain) {
  switch (x) {
  case 1:
    return 10;
  case 5:
  case 6:
    return 20;
  case 200 ... 210:
    return 30;
  default:
    return 0;
  }
}
TEST (switch_falls) {
  int r = 0;
  switch (x & 7) {
  case 3:
    r += 1;
  case 2:
    r += 10;
  case 1:
    r += 100;
    break;
  case 7:
    r = 5;
  }
  return r;
}
TEST (switch_signed) {
  switch ((i8) x) {
  case -1:
    return 1;
  case -128:
    return 2;
  case 127:
    return 3;
  }
  return 4;
}
TEST (switch_long) {
  switch ((u64) x << 40) {
  case 0:
    return 1;
  case 3ul << 40:
    return 2;
  }
  return 3;
}
TEST (switch_dies) {
  switch (x >> 5) {
  case 0:
    return 1 / ZERO;
  case 1:
    abort ();
  case 2:
    return *(volatile char *) NULL;
  case 3:
    __builtin_unreachable ();
  }
  return 5;
}
TEST (goto_back) {
  int n = x & 15, sum = 0;
again:
  sum += n;
  if (n-- > 0)
    goto again;
  return sum;
}
TEST (goto_over) {
  if (x & 1)
    goto end;
  if (x & 2)
    goto middle;
  out (1);
middle:
  out (2);
end:
  return x & 3;
}
TEST (goto_out_of_loops) {
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 4; k++)
      if (i * 4 + k == (x & 31))
        goto found;
  return -1;
found:
  return 1;
}
TEST (computed_goto) {
  static void *const to[4] = {&&a, &&b, &&c, &&b};
  goto *to[x & 3];
a:
  return 1;
b:
  return 2;
c:
  return 3;
}
TEST (machine) {
  int state = NONE, words = 0, c[3] = {x, ' ', x ^ 0x50};
  for (int i = 0; i < 3; i++) {
    int k = kind_of (c[i]);
    words += k != SPACE && state != k;
    state = k;
  }
  return words;
}
TEST (conditional) { return x > 100 ? x > 200 ? 1 : 2 : x ? 3 : 4; }
TEST (logic) { return (x & 1 && x & 2) || (x & 4 && !(x & 8)); }
TEST (comma) {
  int a = (x & 1, x & 2), b = (a++, a);
  return a * 10 + b;
}
TEST (do_while) {
  int n = 0, v = x;
  do
    n++, v >>= 1;
  while (v);
  return n;
}
TEST (nested_break) {
  int n = 0;
  for (int i = 0; i < 8; i++) {
    if (i == (x & 7))
      continue;
    if (i == x >> 5)
      break;
    n += i;
  }
  return n;
}
TEST (collatz) {
  int n = (x & 15) + 1, steps = 0;
  while (n != 1) {
    n = n & 1 ? 3 * n + 1 : n / 2;
    steps++;
  }
  return steps;
}
TEST (assertion) {
  if (x == 42)
    abort ();
  return 1;
}
TEST (missing) {
  if (x != 99)
    return 7;
  __builtin_unreachable ();
}
TEST (traps) {
  if (x == 31)
    __builtin_trap ();
  return 1;
}
TEST2 (compare_mixed, 256, 256) {
  i8 a = (i8) x;
  u8 b = (u8) y;
  return (a < b) + 2 * ((u32) a < b) + 4 * (a == b) + 8 * ((u8) a == b);
}
TEST2 (ackermann_small, 4, 4) {
  int stack[64] = {0}, top = 0, m = x & 1, n = y;
  stack[top++] = m;
  while (top) {
    m = stack[--top];
    if (!m)
      n++;
    else if (!n) {
      stack[top++] = m - 1;
      n = 1;
    } else {
      stack[top++] = m - 1;
      stack[top++] = m;
      n--;
    }
  }
  return n;
}
TEST (bits_counted) {
  int n = 0;
  for (int v = x; v; v &= v - 1)
    n++;
  return n * 10 + __builtin_popcount (x);
}
