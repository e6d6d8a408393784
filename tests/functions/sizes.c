/* Sizes that are products of others, that are learned from how an index is
 * computed, or from another member: right and wrong ones of each kind.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

//: clean
double pick (const double *v, int n, const int *table) {
  double s = 0;
  for (int i = 0; i < n; i++)
    if (table[i] >= 0 && table[i] < n)
      s += v[table[i]];
  return s;
}

//: clean
int by_hash (unsigned n, const int table[10]) { return table[n % 10]; }

//: clean
double row_sum (const double *m, int rows, int cols, int row) {
  double s = 0;
  if (row < 0 || row >= rows)
    return 0;
  for (int i = 0; i < cols; i++)
    s += m[row * cols + i];
  return s;
}

//: clean
unsigned pixel (const uint8_t *rgb, int width, int height, int x, int y) {
  if (x < 0 || y < 0 || x >= width || y >= height)
    return 0;
  const uint8_t *p = rgb + 3 * (y * width + x);
  return p[0] | p[1] << 8 | (unsigned) p[2] << 16;
}

struct matrix {
  int rows, cols;
  double *cell;
};

//: clean
double matrix_get (const struct matrix *m, int r, int c) {
  if (r < 0 || c < 0 || r >= m->rows || c >= m->cols)
    return 0;
  return m->cell[r * m->cols + c];
}

//: clean
int take_bytes (const uint8_t **p, size_t *left, uint8_t *out, size_t n) {
  if (!p || !*p || !left || !out || *left < n)
    return 0;
  memcpy (out, *p, n);
  *p += n;
  *left -= n;
  return 1;
}

//: clean
int last_index (const int *a, int n, int x) {
  for (int i = n - 1; i >= 0; i--)
    if (a[i] == x)
      return i;
  return -1;
}

struct ring {
  uint8_t *buf;
  size_t cap, head, count;
};

//: clean
bool ring_put (struct ring *r, uint8_t b) {
  if (r->count >= r->cap || r->head >= r->cap)
    return false;
  r->buf[(r->head + r->count) % r->cap] = b;
  r->count++;
  return true;
}

//: clean
int pairs (const int *xy, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s ^= xy[2 * i] ^ xy[2 * i + 1];
  return s;
}

//: clean
int row_max (const int *m, int rows, int cols) {
  int best = 0;
  for (int r = 0; r < rows; r++) {
    const int *row = m + r * cols;
    for (int c = 0; c < cols; c++)
      if (row[c] > best)
        best = row[c];
  }
  return best;
}

//: clean
int decode (const unsigned char *s, size_t n, unsigned *out) {
  if (!n)
    return 0;
  if (s[0] < 0x80) {
    *out = s[0];
    return 1;
  }
  if ((s[0] & 0xe0) == 0xc0 && n >= 2 && (s[1] & 0xc0) == 0x80) {
    *out = (s[0] & 0x1fu) << 6 | (s[1] & 0x3f);
    return 2;
  }
  return -1;
}

//: clean
int insert_at (int *a, size_t *n, size_t cap, size_t at, int x) {
  if (*n >= cap || at > *n)
    return 0;
  memmove (a + at + 1, a + at, (*n - at) * sizeof *a);
  a[at] = x;
  ++*n;
  return 1;
}

struct reader {
  const uint8_t *at, *end;
};

//: clean
int reader_u16 (struct reader *r) {
  if (r->end - r->at < 2)
    return -1;
  int v = r->at[0] | r->at[1] << 8;
  r->at += 2;
  return v;
}

//: clean
int matmul (const int *a, const int *b, int *c, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      unsigned s = 0;
      for (int k = 0; k < n; k++)
        s += (unsigned) a[i * n + k] * (unsigned) b[k * n + j];
      c[i * n + j] = (int) s;
    }
  return 0;
}

//: error out_of_bounds
double pick_wrong (const double *v, int n, const int *table) {
  double s = 0;
  for (int i = 0; i < n; i++)
    if (table[i] >= 0 && table[i] <= n)
      s += v[table[i]];
  return s;
}

//: error out_of_bounds
double row_sum_wrong (const double *m, int rows, int cols, int row) {
  double s = 0;
  if (row < 0 || row > rows)
    return 0;
  for (int i = 0; i < cols; i++)
    s += m[row * cols + i];
  return s;
}

//: error out_of_bounds
unsigned pixel_wrong (const uint8_t *rgb, int width, int height, int x, int y) {
  if (x < 0 || y < 0 || x >= width || y > height)
    return 0;
  const uint8_t *p = rgb + 3 * (y * width + x);
  return p[0] | p[1] << 8 | (unsigned) p[2] << 16;
}

//: error out_of_bounds
int take_bytes_wrong (const uint8_t *p, size_t left, uint8_t *out, size_t n) {
  if (!p || !out || left + 1 < n)
    return 0;
  memcpy (out, p, n);
  return 1;
}

//: error out_of_bounds
int last_index_wrong (const int *a, int n, int x) {
  for (int i = n; i > 0; i--)
    if (a[i] == x)
      return i;
  return -1;
}

//: error out_of_bounds
int pairs_wrong (const int *xy, int n) {
  int s = 0;
  for (int i = 0; i <= n; i++)
    s ^= xy[2 * i] ^ xy[2 * i + 1];
  return s;
}

//: error out_of_bounds
int row_max_wrong (const int *m, int rows, int cols) {
  int best = 0;
  for (int r = 0; r < rows; r++) {
    const int *row = m + r * cols;
    for (int c = 0; c <= cols; c++)
      if (row[c] > best)
        best = row[c];
  }
  return best;
}

//: error out_of_bounds
int decode_wrong (const unsigned char *s, size_t n, unsigned *out) {
  if (!n)
    return 0;
  if (s[0] < 0x80) {
    *out = s[0];
    return 1;
  }
  if ((s[0] & 0xe0) == 0xc0 && (s[1] & 0xc0) == 0x80) {
    *out = (s[0] & 0x1fu) << 6 | (s[1] & 0x3f);
    return 2;
  }
  return -1;
}

//: error out_of_bounds
int reader_u16_wrong (struct reader *r) {
  if (r->end - r->at < 1)
    return -1;
  int v = r->at[0] | r->at[1] << 8;
  r->at += 2;
  return v;
}

//: error out_of_bounds
void sift_wrong (int *a, size_t n, size_t i) {
  while (2 * i + 1 < n && i < n) {
    size_t c = 2 * i + 1;
    if (a[c + 1] > a[c])
      c++;
    if (a[i] >= a[c])
      return;
    int t = a[i];
    a[i] = a[c];
    a[c] = t;
    i = c;
  }
}

struct writer {
  char *start, *at, *limit;
};

//: clean
int put (struct writer *w, char c) {
  if (w->at >= w->limit)
    return 0;
  *w->at++ = c;
  return (int) (w->at - w->start);
}

//: error out_of_bounds
int put_wrong (struct writer *w, char c) {
  if (w->at > w->limit)
    return 0;
  *w->at++ = c;
  return (int) (w->at - w->start);
}

struct output {
  unsigned char *buffer;
  size_t length, offset;
  int noalloc; /* a flag, whatever its end says */
};

//: clean
int output_byte (struct output *o, unsigned char c) {
  if (o->offset >= o->length)
    return o->noalloc ? 0 : -1;
  o->buffer[o->offset++] = c;
  return 1;
}

struct input {
  const unsigned char *content;
  size_t length, offset;
};

static int next_byte (struct input *in) {
  return in->offset < in->length ? in->content[in->offset++] : -1;
}

//: clean
int both_kept (const char *value, size_t value_length) {
  struct input in = {0};
  if (!value)
    return -1;
  in.content = (const unsigned char *) value;
  in.length = value_length;
  return next_byte (&in) < 0 ? 0 : next_byte (&in);
}
