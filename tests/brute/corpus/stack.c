#include "brute.h"

#include <setjmp.h>

static int frames (int n) {
  volatile char room[65536];
  room[5] = n; /* at a symbolic place each byte would be a term */
  return n ? room[5] + frames (n - 1) : 0;
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

/* Variables of blocks that were left. */

static int *kept;
static int keep (int *p) {
  kept = p;
  return *p;
}

TEST (scope_if) {
  int y = 1, *p = &y;
  if (x & 1) {
    int a = x;
    p = &a;
  }
  return *p;
}

TEST (scope_loop) {
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    int a = i + x;
    if (kept && i == x % 5)
      sum += *kept; /* the same variable of the last round */
    else
      sum += keep (&a);
  }
  kept = 0;
  return sum;
}

TEST (scope_again) {
  int sum = 0, *p = 0;
again: {
  int a[4] = {1, 2, 3, 4};
  if (p && x == 7)
    sum += p[2];
  p = a + (x & 3);
  sum += *p;
}
  if (sum < 6)
    goto again;
  return x == 9 ? *p : sum;
}

TEST (scope_switch) {
  int *p = 0;
  switch (x & 3) {
    int a;
  case 0:
    a = 3;
    p = &a;
  case 1:
    a = 5;
    p = &a;
    if (x > 100)
      break;
    return *p;
  }
  return p ? *p : 2;
}

static int twice (int *p) { return 2 * *p; }
static void end_of (int *p) { kept = 0, out (*p); }

TEST (scope_cleanup) {
  {
    __attribute__ ((cleanup (end_of))) int a = x;
    keep (&a);
    if (x == 3)
      return twice (&a);
  }
  return 5;
}

TEST (scope_expression) {
  int v = twice (({
    int a = x;
    &a;
  }));
  return v;
}

TEST (scope_nested) {
  int *p = 0, r = 0;
  for (int i = 0; i < 4; i++) {
    struct {
      int a, b;
    } s = {x, i};
    {
      int inner = i;
      if (i == (x & 7))
        p = &inner;
      else
        p = &s.b;
    }
    r += *p;
  }
  return r;
}

static jmp_buf jb;
static void back (int *p, int n) {
  if (*p == n)
    longjmp (jb, 1);
}
TEST (scope_jump) {
  volatile int n = 0;
  int r = 0;
  for (int i = 0; i < 2; i++) {
    int v = x & 3;
    if (!setjmp (jb))
      back (&v, 2);
    else
      n++;
    r += v;
  }
  return r + n;
}
typedef struct item {
  struct item *next;
  int v;
} item;
TEST (scope_list) {
  item *head = 0;
  for (int i = 0; i < 3; i++) {
    item it = {head, i};
    head = &it;
    if (x == 3 && i)
      return head->next->v;
  }
  return x == 5 ? head->v : 0;
}
TEST (scope_of_for) {
  int sum = 0;
  for (item it = {0, 0}, *p = &it; p->v < (x & 7); p->v++) {
    int *q = &p->v;
    sum += *q;
  }
  return sum;
}
TEST (scope_condition) {
  int r = 0;
  int *p = x & 1 ? ({
    int a = 1;
    r += a;
    &r;
  })
                 : &r;
  while (({
           int b = r;
           int *q = &b;
           (*q)++ < x;
         }) &&
         r < 4)
    r++;
  return *p;
}
TEST (scope_compared) {
  int *p = 0;
  for (int i = 0; i < 2; i++) {
    int a = i;
    int **q = &p;
    if (i == (x & 1))
      *q = &a;
    if (x & 2 && p != &a)
      break;
  }
  return p == 0;
}
TEST (scope_deep) {
  int *p = 0;
  {
    int a = 1;
    {
      int b = 2;
      {
        int c = 3;
        p = x % 3 == 0 ? &a : x % 3 == 1 ? &b : &c;
      }
      if (x > 200)
        return *p;
    }
    if (x > 100)
      return *p;
  }
  return x > 50 ? *p : 0;
}
TEST (scope_exits) {
  int r = 0, *p = &r;
  for (int i = 0; i < 4; i++) {
    int a = i;
    p = &a;
    if (x & 1 << i)
      continue;
    if (x & 16 << i)
      break;
    p = &r;
  }
  return *p;
}

/* Functions that are always inlined: their variables end with the call. */
#define INLINED static inline __attribute__ ((always_inline))

INLINED int *inlined_address (int x) {
  int v = x, *p = &v;
  return p;
}
INLINED int inlined_sum (const int *a, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    int t = a[i], *q = &t;
    s += *q;
  }
  return s;
}
INLINED int inlined_both (int x) {
  int a[3] = {x, x + 1, x + 2}, z = x, *p = &z;
  return inlined_sum (a, 3) + *p;
}
INLINED int inlined_or (int x, int **out) {
  if (x & 1) {
    int q = x;
    *out = &q;
    return q;
  }
  int w = x;
  *out = &w;
  return w;
}
TEST (inlined_scope) {
  int *p = inlined_address (x & 7);
  return x & 8 ? *p : 3;
}
TEST (inlined_scope_in_loop) {
  int s = 0;
  for (int k = 0; k < (x & 3); k++)
    s += inlined_both (x & 12) + inlined_both (k);
  return s;
}
TEST (inlined_scope_left) {
  int *p, y = inlined_or (x & 3, &p);
  return x & 4 ? y : *p;
}
