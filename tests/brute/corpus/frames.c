#include "brute.h"

#include <setjmp.h>

/* Calls: how deep, with what, and what is left of them. */

static int down (int n) {
  volatile char room[1000];
  room[0] = n;
  return n ? room[0] + down (n - 1) : 0;
}
static int odd_frames (int n);
static int even_frames (int n) {
  volatile int room[3000];
  room[n & 7] = n;
  return n ? odd_frames (n - 1) + room[n & 7] : 0;
}
static int odd_frames (int n) {
  volatile char room[40];
  room[n & 7] = n;
  return n ? even_frames (n - 1) : room[n & 7];
}
TEST (fits) { return x == 77 ? down (4000) & 1 : 3; }
TEST (does_not_fit) { return x == 77 ? down (9000) & 1 : 3; }
TEST (in_turns) { return x > 253 ? even_frames (1500 - x * 4) & 1 : 3; }
TEST (in_turns_too_deep) { return x > 253 ? even_frames (2000) & 1 : 3; }
static int depth_of_tree (int n) {
  volatile char room[70000];
  room[1] = n;
  return n > 130 ? depth_of_tree (n - 1) + 1 : room[1] & 1;
}
TEST (as_deep_as_it_says) {
  return x == 255 || x == 140 ? depth_of_tree (x) : 0;
}
static int endless (int n) { return n == 300 ? 1 : 1 + endless (n + 2); }
TEST (misses_its_end) { return endless (x == 5 ? 1 : x & ~1); }
static int array_of (int n) {
  volatile int a[n];
  a[0] = a[n - 1] = 4;
  return a[0];
}
TEST (array_of_megabytes) { return array_of (x == 3 ? 3 << 20 : 10); }
TEST (array_of_product) {
  int n = x == 8 ? 2000 : 2;
  volatile int a[n][n];
  a[1][1] = 1;
  return a[1][1];
}
TEST (struct_on_stack) {
  struct big {
    char room[3 << 20];
  };
  if (x == 4) {
    volatile struct big a, b, c;
    a.room[1] = b.room[2] = c.room[3] = 1;
    return a.room[1] + b.room[2] + c.room[3];
  }
  return 1;
}
TEST (allocated_in_callee) {
  volatile char *p = NULL;
  for (int i = 0; i < (x == 6 ? 90 : 2); i++) {
    p = __builtin_alloca (100000);
    p[i] = i;
  }
  return p[1];
}

/* Arguments */

typedef struct box {
  long a[5];
} box;
static long last_of (box b, int n) { return b.a[n]; }
TEST (box_outside) {
  box b = {{1, 2, 3, 4, 5}};
  return last_of (b, x % 7);
}
static box made (int v) {
  box b = {{v}};
  b.a[v & 7 & ~2] = v;
  return b;
}
TEST (box_returned) { return made (x & 5).a[x & 3]; }
static void change (box b) { b.a[0] = 99; }
TEST (box_is_a_copy) {
  box b = {{x}};
  change (b);
  return b.a[0];
}
static int first_of (const int a[static 3]) { return a[2]; }
TEST (array_too_short) {
  int a[3] = {1, 2, 3};
  return first_of (a + (x & 3) % 3);
}
static int sum_rows (int n, int a[][3]) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 3; j++)
      sum += a[i][j];
  return sum;
}
TEST (rows_too_many) {
  int a[2][3] = {{1, 2, 3}, {4, 5, 6}};
  return sum_rows (x & 3, a);
}
typedef int (*step) (int *);
static int up (int *p) { return ++*p; }
static int twice (int *p) { return *p *= 2; }
TEST (steps) {
  static const step s[3] = {up, twice, NULL};
  int v = x & 7;
  for (int i = x >> 6; i >= 0 && s[i % 3]; i--)
    s[i](&v);
  return v;
}
TEST (steps_by_user) {
  static const step s[2] = {up, twice};
  int v = 3;
  return s[x & 1](x & 2 ? &v : x & 4 ? NULL : &v);
}
static int apply (int (*f) (int, int), int a, int b) { return f (a, b); }
static int quotient (int a, int b) { return a / b; }
static int at (int a, int b) {
  int t[4] = {1, 2, 3, 4};
  return t[a - b];
}
TEST (applied) { return apply (x & 128 ? quotient : at, x & 7, x >> 3 & 7); }

/* Jumps */

static jmp_buf back;
static int deep_jump (int n) {
  if (!n)
    longjmp (back, 3);
  return deep_jump (n - 1) + 1;
}
TEST (jump_out) {
  int r = setjmp (back);
  if (r)
    return r + 10 / (x - 5);
  return deep_jump (x & 7);
}
TEST (jump_counts) {
  static int n;
  n = 0;
  if (setjmp (back) < 3 && n < (x & 7)) {
    n++;
    longjmp (back, n);
  }
  return n;
}
TEST (jump_out_of_block) {
  int *volatile p = NULL;
  if (!setjmp (back)) {
    int v = 4;
    p = &v;
    longjmp (back, 1);
  }
  return p && x & 1 ? 2 : 3;
}
static int handled (int v) {
  if (setjmp (back))
    return -1;
  if (v & 1)
    longjmp (back, 1);
  return v / (v & 4);
}
TEST (jump_as_exception) { return handled (x & 7) + handled (x >> 3 & 7); }
TEST (jump_frees) {
  char *volatile p = malloc (4);
  if (setjmp (back)) {
    free (p);
    return 1;
  }
  if (x & 1)
    free (p);
  longjmp (back, 2);
}
TEST (goto_into_loop) {
  int i = x & 3, n = 0;
  goto in;
  for (; i < 4; i++) {
    n += i;
  in:
    n += 10 / i;
  }
  return n;
}
