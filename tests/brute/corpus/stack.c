#include "brute.h"

static int frames (int n) {
  volatile char room[65536];
  room[n & 65535] = n;
  return n ? room[n & 65535] + frames (n - 1) : 0;
}
static int small (int n) { return n ? 1 + small (n - 1) : 0; }
static int large (int n) {
  volatile char room[20 << 20];
  room[n] = 1;
  return room[n];
}
static int variable (int n) {
  volatile char room[n];
  room[0] = 1;
  room[n - 1] = 2;
  return room[0];
}
static int allocated (u64 n) {
  volatile char *room = __builtin_alloca (n);
  room[0] = 3;
  return room[0];
}

TEST (many_large_frames) { return x == 200 ? frames (x) & 1 : 3; }
TEST (some_large_frames) { return x == 100 ? frames (x) & 1 : 3; }
TEST (many_small_frames) { return x == 9 ? small (20000) : 1; }
TEST (one_large_frame) { return x == 7 ? large (x) : 1; }
TEST (variable_array) { return x == 3 ? variable (50 << 20) : variable (5); }
TEST (variable_fits) { return x == 3 ? variable (1 << 20) : variable (5); }
TEST (alloca_large) { return allocated (x == 1 ? 16 << 20 : 16); }
TEST (alloca_in_loop) {
  int sum = 0;
  for (int i = 0; i < (x == 2 ? 3000 : 3); i++) {
    volatile char *p = __builtin_alloca (10000);
    p[0] = i;
    sum += p[0];
  }
  return sum;
}
TEST (array_in_loop_is_freed) {
  int sum = 0;
  for (int i = 0; i < (x == 2 ? 3000 : 3); i++) {
    volatile char a[10000 + i];
    a[0] = i;
    sum += a[0];
  }
  return sum;
}
TEST (symbolic_array) {
  volatile char a[x * 8 + 1];
  a[x] = 1;
  return a[x];
}
