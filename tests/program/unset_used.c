// expect: complete=13 error=26
// error: uninitialized 38
// error: uninitialized 47
// error: uninitialized 57
// error: uninitialized 66
// error: uninitialized 82
// error: uninitialized 89
// error: uninitialized 96
// error: uninitialized 103
// error: uninitialized 117
// error: uninitialized 126
// error: uninitialized 133
// error: uninitialized 143
// error: uninitialized 151
// error: uninitialized 160
// error: uninitialized 167
// error: uninitialized 180
// error: uninitialized 198
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What was never written, where something depends on it. */

struct mixed {
  char tag;
  int value;
  unsigned low : 3, high : 5;
};

static int result;

static void by_branch (int n) {
  int x;
  if (n & 1)
    x = 5; /* the only store there is */
  if (x == 5) /* here */
    result = 1;
}

static void by_loop (int n) {
  for (int i = 0; i < 2; i++) {
    int inner;
    if (i == 0)
      inner = n;
    if (inner) /* here, the second time */
      result = 1;
  }
}

static void by_array_in_loop (int n) {
  for (int i = 0; i < 2; i++) {
    int inner[3];
    if (i == 0)
      inner[1] = n;
    if (inner[1]) /* here, the second time */
      result = 1;
  }
}

static void by_switch (int n) {
  int x;
  if (n == 3)
    x = 2;
  switch (x) { /* here */
  case 1:
    result = 1;
    break;
  case 2:
    result = 4;
    break;
  default:
    result = 2;
  }
}

static void by_address (int n) {
  int table[4] = {1, 2, 3, 4}, i;
  if (n != 2)
    i = n;
  result = table[i & 3]; /* here */
}

static void by_divisor (int n) {
  int by;
  if (n < 8)
    by = 1;
  result = 10 / by; /* here */
}

static void by_padding (int n) {
  struct mixed s, t;
  s.tag = t.tag = 1;
  s.value = t.value = n;
  if (!memcmp (&s, &t, sizeof s)) /* here */
    result = 1;
}

static void by_bits (int n) {
  struct mixed s;
  s.low = (unsigned) n;
  if (s.high == 4) /* here */
    result = 1;
}

static struct mixed make (int n) {
  struct mixed s;
  if (n > 4)
    s.value = n;
  s.tag = 1;
  return s;
}

static void by_result (int n) {
  struct mixed s = make (n), t = s;
  if (t.value == 9) /* here, up to 4 */
    result = 1;
}

static void by_text (int n) {
  char text[8];
  text[0] = text[1] = 'a';
  if (n > 4)
    text[2] = 0;
  if (strlen (text) == 2) /* here, in it */
    result = 1;
}

static void by_growth (int n) {
  char *p = calloc (1, 8);
  p = realloc (p, 16);
  if (p[n]) /* here, from 8 on */
    result = 1;
  free (p);
}

static void by_output (int n) {
  char text[4];
  memset (text, 'a', 3);
  if (n > 4)
    text[3] = '\n';
  write (1, text, 4); /* here, up to 4 */
}

static void by_length (int n) {
  char from[16] = "abc", to[16];
  size_t size;
  if (n > 4)
    size = (size_t) n;
  memcpy (to, from, size); /* here, up to 4 */
}

static void nothing (void) {}

static void by_call (int n) {
  void (*f) (void);
  if (n)
    f = nothing;
  f (); /* here, 0 alone */
}

static void reuse (int n, int is_set) {
  int x, *p = &x;
  if (is_set)
    *p = n;
  if (*p == 5) /* here: the object of the first call is gone */
    result = 1;
}

static void by_reuse (int n) {
  reuse (n, 1);
  reuse (n, 0);
}

static void by_symbolic_index (int n) {
  int a[4];
  a[0] = 1;
  a[2] = 2;
  if (a[n & 3] == 2) /* here, if it is odd */
    result = 1;
}

static void (*const all[]) (int) = {
    by_branch,  by_loop,   by_array_in_loop, by_switch, by_address, by_divisor,
    by_padding, by_bits,   by_result,        by_text,   by_growth,  by_output,
    by_length,  by_call,   by_reuse,         by_symbolic_index};

int main (void) {
  int which = klee_range (0, sizeof all / sizeof *all, "which");
  int n = klee_range (0, 16, "n"), status;
  for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
    if (which == (int) i)
      all[i](n);
  if (n == 15)
    return status; /* here */
  return 0;
}
