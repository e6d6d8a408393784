#include "brute.h"

#include <stdio.h>

/* Blocks that are given back, wrongly and rightly. */

static void *kept;
static void give_back (void *p) { free (p); }

TEST (twice_by_helper) {
  char *p = malloc (4);
  give_back (p);
  if (x & 1)
    free (p);
  return 1;
}
TEST (second_name) {
  char *p = malloc (4), *q = p;
  free (q);
  if (x == 3)
    p[0] = 1;
  return x == 4 ? p[1] : 2;
}
TEST (stepped_pointer) {
  char *p = strdup ("  text");
  while (*p == ' ' && x & 1)
    p++;
  free (p);
  return 1;
}
TEST (middle_of_struct) {
  struct {
    int a;
    char t[4];
  } *s = malloc (sizeof *s);
  free (x & 1 ? (void *) s : (void *) s->t);
  return 3;
}
TEST (element_of_array) {
  int **p = malloc (3 * sizeof *p);
  for (int i = 0; i < 3; i++)
    p[i] = malloc (4);
  for (int i = 0; i < 3 + (x == 8); i++)
    free (p[i]);
  free (p);
  return 2;
}
TEST (outer_before_inner) {
  struct node {
    char *t;
  } *n = malloc (sizeof *n);
  n->t = malloc (3);
  if (x & 1) {
    free (n->t);
    free (n);
  } else {
    free (n);
    free (n->t);
  }
  return 1;
}
TEST (argument_on_stack) {
  char a[8];
  char *p = x & 1 ? a : malloc (8);
  p[0] = 1;
  free (p);
  return 1;
}
TEST (static_inside) {
  static char a[4];
  char *p = x == 250 ? a + 1 : strdup ("a");
  free (p);
  return 1;
}
TEST (literal) {
  char *p = x & 2 ? "a" : malloc (1);
  if (x & 1)
    free (p);
  return 2;
}
TEST (function_itself) {
  void *p = x == 1 ? (void *) give_back : malloc (1);
  free (p);
  return 1;
}
TEST (after_realloc) {
  char *p = malloc (4), *q = realloc (p, 400);
  q[5] = 1;
  free (x & 1 ? q : p);
  return 1;
}
TEST (realloc_twice) {
  char *p = malloc (4);
  char *q = realloc (p, 100);
  q = realloc (x & 1 ? p : q, 200);
  free (q);
  return 1;
}
TEST (realloc_of_freed) {
  char *p = malloc (4);
  if (x % 3 == 0)
    free (p);
  p = realloc (p, 8);
  free (p);
  return 1;
}
TEST (realloc_of_middle) {
  char *p = malloc (8);
  p = realloc (p + (x & 1), 16);
  free (p);
  return 1;
}
TEST (realloc_of_local) {
  int a[2] = {1, 2};
  void *p = x & 1 ? a : malloc (8);
  p = realloc (p, 16);
  free (p);
  return 1;
}
TEST (grown_in_loop) {
  u32 n = 0, cap = 1;
  u8 *p = malloc (cap), *first = p;
  for (int i = 0; i < (x & 7); i++) {
    if (n == cap)
      p = realloc (p, cap *= 2);
    p[n++] = i;
  }
  int r = x & 8 ? p[0 + n - 1 + !n] : x & 16 ? first[0] : 0;
  free (p);
  return (x & 7) ? r & 0 : 0;
}
TEST (kept_in_global) {
  kept = malloc (4);
  *(int *) kept = 3;
  if (x & 1)
    give_back (kept);
  return *(int *) kept;
}
TEST (null_is_fine) {
  free (NULL);
  void *p = NULL;
  if (x & 1)
    p = malloc (1);
  free (p);
  p = NULL;
  free (p);
  return 1;
}
TEST (set_to_null) {
  int *p = malloc (4);
  *p = 1;
  if (x & 1) {
    free (p);
    p = NULL;
  }
  return x & 2 ? *p : 3;
}
TEST (in_a_ring) {
  struct node {
    struct node *next;
    int v;
  } *a = malloc (sizeof *a), *b = malloc (sizeof *b);
  *a = (struct node) {b, 1};
  *b = (struct node) {a, 2};
  struct node *n = a;
  for (int i = 0; i < (x & 3); i++) {
    struct node *next = n->next;
    free (n);
    n = next;
  }
  return 4;
}
TEST (compared_when_freed) {
  char *p = malloc (4);
  u64 was = (u64) p;
  free (p);
  return x & 1 ? was != 0 : *(char *) was;
}
TEST (size_zero) {
  char *p = malloc (x & 3);
  int r = 1;
  if (x & 3)
    p[x >> 2 & 3] = 1;
  free (p);
  return r;
}
TEST (copied_from_freed) {
  char *p = strdup ("abcdef"), t[8];
  if (x & 1)
    free (p);
  strcpy (t, p);
  return t[0];
}
TEST (printed_from_freed) {
  char *p = strdup ("abcdef"), t[8];
  if (x == 6)
    free (p);
  return snprintf (t, 8, "%s", p);
}
TEST (getline_buffer) {
  FILE *f = tmpfile ();
  char *line = NULL;
  u64 n = 0;
  fputs ("one\ntwo\n", f);
  rewind (f);
  getline (&line, &n, f);
  char *first = line;
  if (x & 1) {
    free (line);
    line = NULL;
    n = 0;
  }
  getline (&line, &n, f);
  int r = first[0];
  fclose (f);
  free (line);
  return r;
}
TEST (array_of_pointers_shared) {
  char *p[4];
  for (int i = 0; i < 4; i++)
    p[i] = i == 3 && x & 1 ? p[x >> 1 & 1] : malloc (2);
  for (int i = 0; i < 4; i++)
    free (p[i]);
  return 1;
}

/* Returned and left */

static int *local_address (int v) {
  int a[2] = {v, 2};
  int *p = a + (v & 1);
  return v > 250 ? p : NULL;
}
TEST (address_returned) {
  int *p = local_address (x);
  return p ? *p : 1;
}
static void keep_local (int v) {
  int a = v;
  kept = &a;
}
TEST (address_in_global) {
  int b = 3;
  kept = &b;
  if (x & 1)
    keep_local (x);
  return *(int *) kept;
}
static char *text_of (int v, char *out) {
  char t[16];
  char *p = v == 9 ? t : out;
  sprintf (p, "%d", v);
  return p;
}
TEST (text_returned) {
  char t[16];
  return text_of (x, t)[0];
}
TEST (block_in_loop) {
  int *p = NULL, sum = 0;
  for (int i = 0; i < 3; i++) {
    int v = i;
    if (p && x & 1)
      sum += *p;
    p = &v;
    sum += *p;
  }
  return sum;
}
TEST (block_in_branch) {
  const char *t = "abc";
  if (x & 1) {
    char copy[4] = "xyz";
    t = copy;
  }
  return t[1];
}
TEST (block_of_for) {
  int *p = NULL;
  for (int i = 0; i < 2; i++)
    if (i == (x & 3))
      p = &i;
  return p ? *p : 7;
}
TEST (struct_of_pointers) {
  struct {
    int *p, *q;
  } s = {NULL, NULL};
  int out = 1;
  s.q = &out;
  {
    int in = 2;
    s.p = x & 1 ? &in : &out;
    *s.p += 1;
  }
  return x & 2 ? *s.p : *s.q;
}
