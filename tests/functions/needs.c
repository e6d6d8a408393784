/* Functions that use so many bytes of what they get, whatever else they get. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

//: clean
void clear (int *colours) {
  for (int i = 0; i < 8; i++)
    colours[i] = 0;
}

//: clean
int first_four (const int *p, int n) {
  int s = 0;
  for (int i = 0; i < 4; i++)
    s += p[i] & 7;
  return n > 100 ? s : s + n % 7;
}

static uint32_t get32 (const uint8_t *p) {
  return p[0] | p[1] << 8 | p[2] << 16 | (uint32_t) p[3] << 24;
}

//: clean
int header (const uint8_t *h) {
  if (get32 (h) != 0x04034b50)
    return -1;
  return get32 (h + 26) > 100 ? h[40] : 0;
}

//: clean
void transpose (const double m[4][4], double out[4][4]) {
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++)
      out[j][i] = m[i][j];
}

//: clean
void seal (unsigned char *block) {
  memset (block, 0, 64);
  block[63] = 1;
}

/* Its number is not how long 'out' is. */
//: clean
void spell (char *out, unsigned n) {
  int i = 31;
  out[i] = 0;
  do {
    out[--i] = (char) ('0' + n % 10);
    n /= 10;
  } while (n);
  memmove (out, out + i, 32 - (size_t) i);
}

struct state {
  int depth, line;
};

/* Nor is what 'buf' has that of what comes after it. */
//: clean
int scan (const char *buf, size_t len, struct state *s) {
  memset (s, 0, sizeof *s);
  for (size_t i = 0; i < len && i < 4; i++)
    if (buf[i] == '{')
      s->depth++;
    else if (buf[i] == '}' && s->depth-- == 0)
      return -1;
  return s->depth;
}

struct table {
  int *data;
  size_t n, cap;
};

static int add (struct table *t, int x) {
  if (t->n == t->cap) {
    size_t cap = t->cap ? 2 * t->cap : 4;
    int *p = realloc (t->data, cap * sizeof *p);
    if (!p)
      return -1;
    t->data = p;
    t->cap = cap;
  }
  t->data[t->n++] = x;
  return 0;
}

//: clean
int parse (const uint8_t *buf, size_t len, struct table *t) {
  for (size_t at = 0; at < len; at += 3u + buf[at])
    if (len - at < 3 || add (t, buf[at + 1] << 8 | buf[at + 2]))
      return -1;
  return 0;
}

/* Of what comes with its length there is no more than that. */
//: error out_of_bounds
int first_byte (const unsigned char *buf, size_t len) {
  unsigned char t[8];
  if (len < 4)
    return -1;
  memcpy (t, buf, 8);
  return t[0];
}

static unsigned read4 (const uint8_t *p) { return get32 (p) & 0xffff; }

//: error out_of_bounds
int first_word (const uint8_t *p, size_t n) {
  return n < 2 ? -1 : (int) read4 (p);
}

static int at (const int *v, int i) { return v[i]; }

//: error out_of_bounds
int sum_of (const int *v, int n) {
  int s = 0;
  for (int i = 0; i <= n; i++)
    s += at (v, i) & 7;
  return s;
}

//: error out_of_bounds
int tenth (const uint8_t *buf, int n) {
  if (n < 10 || n % 10)
    return 0;
  return buf[10];
}
