#include "brute.h"
#include <ctype.h>
#include <errno.h>
#include <setjmp.h>
#include <stdio.h>
#include <wchar.h>

TEST (realloc_shrink) {
  char *p = malloc (10);
  memset (p, x, 10);
  p = realloc (p, (x & 7) + 1);
  int r = p[x >> 5];
  free (p);
  return r;
}
TEST (realloc_old) {
  char *p = malloc (4), *q = p;
  p[0] = 1;
  p = realloc (p, 4 + (x & 1) * 4000);
  int r = x & 2 ? p[0] : 5;
  if (x & 4)
    r += q == p;
  free (p);
  return x & 4 ? 1 : r;
}
TEST (free_inner) {
  char *p = malloc (8);
  free (p + (x & 3));
  return 1;
}
static int fixed[4];
TEST (free_others) {
  int local = 3;
  void *p = NULL;
  if (x % 5 == 1)
    p = &local;
  if (x % 5 == 2)
    p = fixed;
  if (x % 5 == 3)
    p = malloc (3);
  if (x % 5 == 4)
    p = (void *) "text";
  free (p);
  return 1;
}
TEST (free_vla) {
  char a[x % 3 + 1];
  a[0] = 1;
  void *p = x & 8 ? (void *) a : malloc (3);
  free (p);
  return 1;
}
TEST (list_freed) {
  struct node {
    struct node *next;
    int v;
  } *head = NULL;
  for (int i = 0; i < (x & 3); i++) {
    struct node *n = malloc (sizeof *n);
    n->v = i;
    n->next = head;
    head = n;
  }
  int sum = 0;
  for (struct node *n = head; n;) {
    struct node *next = n->next;
    free (n);
    sum += x & 4 ? n->v : 1;
    n = next;
  }
  return sum;
}

/* strings */
TEST (strncpy_no_nul) {
  char a[4], b[9] = "abcdefg";
  b[x & 7] = 0;
  strncpy (a, b, sizeof a);
  return (int) strlen (a);
}
TEST (strncat_off) {
  char a[8] = "abc", b[9] = "defghij";
  b[x & 7] = 0;
  strncat (a, b, (x >> 3) & 7);
  return a[4];
}
TEST (sprintf_overflow) {
  char a[6];
  int n = sprintf (a, "%d", (x - 100) * (x & 1 ? 1000 : 1));
  return n + a[0];
}
TEST (snprintf_cut) {
  char a[6];
  int n = snprintf (a, (x & 7), "%d%c", x * 37, 'z');
  return n * 100 + ((x & 7) ? a[0] : 0);
}
TEST (strchr_null) {
  char a[5] = "a=b";
  a[1] = x;
  char *p = strchr (a, '=');
  return p[1];
}
TEST (strtok_text) {
  char a[12] = "a,b;c,,d";
  a[x & 7] = ',';
  int n = 0;
  for (char *p = strtok (a, ",;"); p; p = strtok (NULL, ",;"))
    n = n * 3 + *p;
  return n;
}
TEST (string_constant) {
  char *p = "constant";
  if (x % 9 == 8)
    p[x & 3] = 'x';
  return p[x % 9];
}
TEST (memchr_over) {
  char a[8];
  memset (a, 'b', 8);
  a[x & 7] = 'a';
  char *p = memchr (a, 'a', 4 + (x >> 4));
  return p ? p - a : -1;
}
TEST (memset_over) {
  struct {
    char a[8];
  } s;
  memset (s.a, 0, x & 15);
  return (x & 15) ? s.a[0] : 1;
}
TEST (strdup_edges) {
  char a[4] = {x, 'b', 0, 0};
  char *p = strdup (a);
  int r = p[strlen (a)] + p[x >> 6];
  free (p);
  return r;
}
TEST (wide) {
  wchar_t a[4] = {L'a', x, L'c', 0};
  wchar_t b[4];
  wcscpy (b, a);
  return (int) wcslen (b) + b[x & 3];
}
TEST (classes) {
  int c = x;
  return isalpha (c) * 0 + !!isalpha (c) + 2 * !!isdigit (c) +
         4 * !!isspace (c) + 8 * !!ispunct (c) + 16 * !!isxdigit (c) +
         toupper (c) * 32;
}

/* division and shifts in all widths */
TEST (rem_short) {
  i16 a = SHRT_MIN + (x & 3), b = (x >> 4) - 3;
  return a % b + a / b;
}
TEST (rem_long) {
  i64 a = LONG_MIN + (x & 3), b = (x >> 4) - 3;
  return a % b;
}
TEST (div_llong) {
  long long a = LLONG_MIN + (x & 3), b = (x >> 4) - 3;
  return a / b;
}
TEST (rem_char) {
  i8 a = x, b = (x >> 4) - 8;
  return a % b;
}
TEST (div_assign) {
  int a = INT_MIN;
  a /= (x & 3) - 2;
  i8 c = -128;
  c /= (x & 3) - 2;
  return a + c;
}
TEST (div_unsigned) {
  unsigned a = 0x80000000u, b = (x & 3) - 1u;
  return a / b;
}
TEST (div_library) {
  div_t d = div (x, (x & 7) - 2);
  ldiv_t l = ldiv (x * 3, 5);
  lldiv_t ll = lldiv (7, x - 9);
  return d.quot + d.rem * 10 + l.rem + ll.quot;
}
TEST (shift_wide) { return (1ul << (x & 127)) + (1 >> (x & 31)); }
TEST (shift_char) {
  u8 c = x;
  return (c << (x & 63)) >> 1;
}
TEST (shift_negative) {
  int n = (x & 63) - 4;
  return 1u << n;
}
TEST (shift_assign) {
  u64 v = 3;
  v <<= x;
  return v;
}

/* jumps */
static jmp_buf again;
TEST (jump_back) {
  volatile int n = 0;
  int r = setjmp (again);
  if (r > 2)
    return r + n;
  n += x & 3;
  longjmp (again, r + 1);
}
TEST (jump_zero) {
  int r = setjmp (again);
  if (r)
    return r;
  longjmp (again, x & 1 ? 0 : 5);
}
static int compare (const void *a, const void *b) {
  return *(const u8 *) a - *(const u8 *) b;
}
TEST (sorted) {
  u8 a[4] = {3, x, 1, x >> 4};
  qsort (a, 4, 1, compare);
  u8 key = 3;
  u8 *p = bsearch (&key, a, 4, 1, compare);
  return a[0] * 5 + a[3] + (p ? p - a : 9);
}
TEST (sort_over) {
  u8 a[4] = {3, x, 1, x >> 4};
  qsort (a, x % 6, 1, compare);
  return a[0];
}
static int compare_bad (const void *a, const void *b) {
  return ((const int *) a)[1] - *(const int *) b;
}
TEST (search_over) {
  int a[3] = {1, 4, 9}, key[1] = {4};
  if (x & 1)
    return bsearch (key, a, 3, 4, compare) != NULL;
  return bsearch (key, a, x % 4, 4, compare_bad) != NULL;
}
TEST (strtol_range) {
  char a[24] = "9223372036854775807";
  a[18] = x;
  errno = 0;
  long v = strtol (a, NULL, 10);
  return v % 1000 + errno * 1000;
}
TEST (atoi_text) {
  char a[4] = {' ', x, '7', 0};
  return atoi (a);
}
TEST (errno_text) {
  errno = 0;
  FILE *f = fopen ("/no/such/file", "r");
  if (f)
    return 1;
  return errno == ENOENT;
}
