// expect: complete=33 error=0
#include <klee/klee.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* What was never written may be copied, computed with and masked out. */

struct mixed {
  char tag;
  int value;
  unsigned low : 3, high : 5;
  unsigned rest : 12;
};

static int result;

static void copies (int n) {
  struct mixed s, t, *p = malloc (sizeof *p);
  int x, y = x + 1;
  s.value = n;
  t = s;
  *p = t;
  memmove (&t, p, sizeof t);
  if (t.value == 3)
    result = y & 0;
  free (p);
}

static void bits (int n) {
  struct mixed s;
  unsigned word;
  s.low = (unsigned) n;
  s.rest = 7;
  s.low++;
  if (s.low == 3 && s.rest == 7)
    result = 1;
  word = (word << 8) | (unsigned) n;
  if ((word & 255) == 7)
    result = 2;
  if (((word & ~15u) | (unsigned) n) & 8)
    result = 3;
}

static int give (int n, int *out) {
  if (n < 5)
    return -1;
  *out = n;
  return 0;
}

static void conditions (int n) {
  int x, y, z;
  if (n > 3)
    x = n;
  if (n > 3 && x > 5)
    result = 1;
  y = n > 3 ? x : 7;
  if (y > 6)
    result = 2;
  if (!give (n, &z) && z == 9)
    result = 3;
  for (int i = 0; i < 2; i++) {
    int inner[2];
    inner[1] = i;
    if (inner[1] == n)
      result = 4;
  }
}

static int first (int n, ...) {
  va_list list;
  va_start (list, n);
  int x = n > 9 ? va_arg (list, int) : 0;
  va_end (list);
  return x;
}

static void calls (int n) {
  int x, numbers[16];
  if (n > 9)
    x = 1;
  if (first (n, x))
    result = 1;
  for (int i = 0; i < n; i++)
    numbers[i] = i;
  if (n && numbers[n - 1] == 4)
    result = 2;
}

/* What the library writes. */
static void library (int n) {
  char text[32];
  struct stat st;
  int a, b;
  snprintf (text, sizeof text, "%d", n & 1);
  if (text[0] == '1')
    result = 1;
  if (sscanf ("12", "%d %d", &a, &b) == 1 && a == 12)
    result = 2;
  if (!fstat (0, &st) && st.st_mode == 0)
    result = 3;
  strcpy (text, "abc");
  if (strlen (text) == 3 && memchr (text, 'c', 4))
    result = 5;
}

int main (void) {
  static void (*const all[]) (int) = {copies, bits, conditions, calls, library};
  int which = klee_range (0, 5, "which"), n = klee_range (0, 16, "n");
  for (int i = 0; i < 5; i++)
    if (which == i)
      all[i](n);
  return 0;
}
