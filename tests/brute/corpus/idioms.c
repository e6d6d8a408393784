#include "brute.h"
#include <stddef.h>
#include <stdio.h>
#include <time.h>
#include <wchar.h>

TEST (fgets_sizes) {
  char in[4] = "ab\n", a[4];
  FILE *f = fmemopen (in, 3, "r");
  char *p = fgets (a, x & 3, f);
  fclose (f);
  return p ? strlen (p) : x & 4 ? a[0] : 9;
}
TEST (snprintf_twice) {
  char a[6];
  int n = snprintf (NULL, 0, "%d:%s", x, x & 1 ? "ab" : "");
  char *p = malloc (n + (x >> 7));
  if (!p)
    return 0;
  sprintf (p, "%d:%s", x, x & 1 ? "ab" : "");
  int r = p[0];
  free (p);
  return r;
}
TEST (printed_count) {
  int n = -1;
  char a[16];
  sprintf (a, "%d%n%s", x * x, &n, "zz");
  return a[n + (x & 3)];
}
TEST (div_struct) {
  div_t d = div (x - 100, (x & 7) - 2);
  return d.quot * 10 + d.rem;
}
TEST (time_null) {
  time_t t = x & 1 ? 86400L * x : (time_t) 1 << (x & 63);
  struct tm *g = gmtime (&t);
  return g->tm_year;
}
TEST (mktime_wraps) {
  struct tm t = {.tm_year = 100, .tm_mon = x & 31, .tm_mday = 1};
  static const char names[12] = "JFMAMJJASOND";
  return names[t.tm_mon];
}
TEST (bounded_by_sentinel) {
  int a[5] = {3, 1, 4, 1, 0};
  a[4] = x & 1;
  int i = 0;
  while (a[i])
    i++;
  return i;
}
TEST (statement_expression) {
  int *p = ({
    int v = x;
    &v;
  });
  return x & 1 ? *p : 1;
}
static void drop (int **p) { free (*p); }
TEST (cleaned_twice) {
  __attribute__ ((cleanup (drop))) int *p = malloc (4);
  *p = x;
  if (x & 1) {
    free (p);
    if (x & 2)
      p = NULL;
  }
  return 3;
}
TEST (generic_length) {
  int a[6] = {0};
#define N(A) (sizeof (A) / sizeof *(A))
  int (*p)[6] = &a;
  return (*p)[(x & 7) % (N (*p) + (x >> 7))];
}
TEST (back_to_container) {
  struct node {
    int v, link;
  } n[2] = {{1, 2}, {3, 4}};
  int *link = x & 1 ? &n[1].link : &n[0].v;
  struct node *p =
      (struct node *) ((char *) link - offsetof (struct node, link));
  return p->v;
}
TEST (ring_of_bytes) {
  u8 buffer[8] = {0}, head = x, n = 0;
  for (int i = 0; i < 3; i++) {
    buffer[head % 8] = i;
    head -= 3;
    n += buffer[(i8) head % 8];
  }
  return n;
}
TEST (signed_remainder) {
  int v = x - 128;
  int a[5] = {1, 2, 3, 4, 5};
  return a[v % 5];
}
TEST (average_of_none) {
  int n = 0, sum = 0;
  for (int i = 0; i < 8; i++)
    if (x >> i & 1 && i > 4)
      n++, sum += i;
  return sum / n;
}
TEST (gap_of_two) {
  unsigned a = x & 15, b = x >> 4;
  char t[16] = {0};
  return t[a - b < 8 ? a - b : b - a];
}
TEST (shift_by_difference) {
  int n = (x & 15) - 4;
  return 1u << n;
}
TEST (mask_of_width) {
  unsigned w = x & 63;
  return (1ull << w) - 1 >> (64 - w);
}
TEST (sign_extended_length) {
  char text[4] = {x, 2, 3, 4};
  char *p = calloc (130, 1);
  memcpy (p, text, 4);
  int n = p[0];
  int r = n < 100 ? p[n + 1] : 0;
  free (p);
  return r;
}
TEST (nested_tables) {
  static const u8 rows[4] = {0, 3, 5, 9},
                  cells[10] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  int r = x & 3, c = x >> 2 & 7;
  return cells[rows[r] + c];
}
TEST (pascal_text) {
  u8 m[6] = {x & 7, 'a', 'b', 'c', 'd', 'e'};
  char out_text[6];
  memcpy (out_text, m + 1, m[0]);
  out_text[m[0]] = 0;
  return strlen (out_text);
}
TEST (two_records) {
  u8 m[8] = {2, 'a', 'b', 0, 3, 'x', 'y', 'z'};
  m[x & 7] = x >> 3;
  int at = 0, n = 0;
  while (at < 8 && m[at]) {
    n += m[at + 1];
    at += m[at] + 1;
  }
  return n;
}
TEST (bit_reader) {
  u8 m[2] = {0xa5, x};
  int at = 0, v = 0;
  for (int k = 0; k < (x & 31); k++, at++)
    v = v * 2 + (m[at / 8] >> at % 8 & 1);
  return v;
}
TEST (stack_of_brackets) {
  char t[5], open_ones[2];
  int n = 0;
  for (int i = 0; i < 4; i++)
    t[i] = "([)]"[x >> 2 * i & 3];
  for (int i = 0; i < 4; i++)
    if (t[i] == '(' || t[i] == '[')
      open_ones[n++] = t[i];
    else if (open_ones[--n] != (t[i] == ')' ? '(' : '['))
      return -1;
  return n;
}
TEST (free_in_loop) {
  char *p[3] = {malloc (1), malloc (1), NULL};
  p[2] = p[x & 1];
  for (int i = 0; i < 3; i++)
    if (x >> (i + 1) & 1)
      free (p[i]);
  return 4;
}
TEST (list_removed) {
  struct n {
    struct n *next;
    int v;
  } *head = NULL, **at = &head;
  for (int i = 0; i < 3; i++) {
    *at = malloc (sizeof **at);
    (*at)->v = i;
    at = &(*at)->next;
  }
  if (x & 1)
    *at = NULL;
  for (struct n **p = &head; *p && (*p)->v < 2; p = &(*p)->next)
    if ((*p)->v == (x >> 1 & 3)) {
      struct n *gone = *p;
      if (x & 8)
        *p = gone->next;
      free (gone);
    }
  return head->v;
}
TEST (grown_by_half) {
  size_t room = x & 3, n = 0;
  char *p = malloc (room);
  for (int i = 0; i < 5; i++) {
    if (n == room) {
      room += room / 2 + (x >> 2 & 1);
      p = realloc (p, room);
    }
    p[n++] = i;
  }
  int r = p[4];
  free (p);
  return r;
}
TEST (string_builder) {
  struct {
    char *text;
    int len, room;
  } b = {malloc (4), 0, 4};
  for (int i = 0; i < (x & 7); i++) {
    if (b.len + 1 > b.room)
      b.text = realloc (b.text, b.room *= 2);
    b.text[b.len++] = 'a' + i;
  }
  b.text[b.len] = 0;
  int r = strlen (b.text);
  free (b.text);
  return r;
}
TEST (copied_argument_vector) {
  char *argv_[3] = {"a", "b", NULL};
  int n = 0;
  for (char **p = argv_ + (x & 3); *p; p++)
    n += **p;
  return n;
}
TEST (put_in_environment) {
  char local[8] = "K=v";
  putenv (x & 1 ? local : "K=w");
  local[2] = x & 2 ? 0 : 'z';
  return getenv ("K")[0] + getenv (x & 4 ? "K" : "J")[0];
}
