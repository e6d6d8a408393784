/* Functions with an error that ordinary arguments show. 'holds' is true of the
 * values that are reported.
 */
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

//: error out_of_bounds
//: holds len(a) == n
int sum (const int *a, size_t n) {
  int s = 0;
  for (size_t i = 0; i <= n; i++)
    s ^= a[i];
  return s;
}

//: error division_by_zero
//: holds n == 0
int average (const int *a, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s ^= a[i];
  return s / n;
}

//: error out_of_bounds
//: holds len == 0
int ends_with_newline (const unsigned char *buf, size_t len) {
  return buf[len - 1] == '\n';
}

//: error out_of_bounds
//: holds i == n and len(a) == n
int get (const int *a, unsigned n, unsigned i) { return i > n ? -1 : a[i]; }

struct vector {
  size_t len, cap;
  int *data;
};

//: error out_of_bounds
//: holds v_len == v_cap
void push (struct vector *v, int x) {
  if (v->len <= v->cap)
    v->data[v->len++] = x;
}

//: error out_of_bounds
//: holds v_len == 0
int pop (struct vector *v) { return v->data[--v->len]; }

//: error out_of_bounds
void copy_name (const char *name) {
  char own[8];
  strcpy (own, name);
  puts (own);
}

//: error out_of_bounds
//: holds n < 0
void copy_some (const char *from, int n) {
  char own[16];
  if (n > 16)
    return;
  memcpy (own, from, (size_t) n);
  own[0] = 0;
}

//: error out_of_bounds
int after_percent (const char *s) {
  while (*s)
    if (*s++ == '%')
      s++;
  return 0;
}

//: error use_after_free
int free_early (int x) {
  int *p = malloc (sizeof *p);
  if (!p)
    return 0;
  *p = x;
  free (p);
  return x > 10 ? *p : 0;
}

//: error double_free
void free_twice (char *p, int n) {
  free (p);
  if (n == 3)
    free (p);
}

//: error null_pointer
int after_colon (const char *s) {
  char *p = strchr (s, ':');
  return p[1];
}

//: error uninitialized
int sign (int x) {
  int res;
  if (x > 0)
    res = 1;
  else if (x < 0)
    res = -1;
  return res > 0;
}

//: error out_of_bounds
const char *day (unsigned i) {
  static const char *const name[] = {"mon", "tue", "wed", "thu",
                                     "fri", "sat", "sun"};
  return i <= 7 ? name[i] : "";
}

//: error out_of_bounds
//: holds end_buf >= 1
int parse_tag (const uint8_t *buf, const uint8_t *end) {
  while (buf < end) {
    uint8_t tag = *buf++;
    if (tag == 1)
      return *buf;
  }
  return 0;
}

struct packet {
  uint8_t *payload;
  uint16_t payload_len;
};

//: error out_of_bounds
//: holds p_payload_len < 4
uint32_t first_word (const struct packet *p) {
  uint32_t w;
  if (!p->payload_len)
    return 0;
  memcpy (&w, p->payload, sizeof w);
  return w;
}

//: error out_of_bounds
//: holds len(raw) == 4
uint64_t load (const uint8_t raw[static 4]) {
  uint64_t w = 0;
  for (int i = 0; i < 8; i++)
    w = w << 8 | raw[i];
  return w;
}

struct list {
  struct list *next;
  int value;
};

//: error use_after_free
void drop (struct list *l) {
  for (; l; l = l->next)
    free (l);
}

//: error assertion
int clamp (int x) {
  if (x > 100)
    x = 100;
  if (x < -100)
    x = 100;
  assert (x > -100 || x < 100);
  assert (x != 77);
  return x;
}

//: error division_by_zero
unsigned percent (unsigned part, unsigned whole) { return part / whole; }

//: error out_of_bounds
//: holds size == len (a)
void join (char *dst, size_t size, const char *a) {
  size_t n = strlen (a);
  if (n > size)
    return;
  memcpy (dst, a, n);
  dst[n] = 0;
}

//: error null_pointer
static int length_of (const char *s) {
  int n = 0;
  while (s[n])
    n++;
  return n;
}

int of_home (void) { return length_of (getenv ("HOME")); }

//: error null_pointer
int step_of (const int *p, int k) {
  if (p)
    k++;
  return *p + k;
}
