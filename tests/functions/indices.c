/* Indices: those that a function checks are its own, those that it leaves to
 * its callers, or keeps in a struct between calls, are theirs.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct matrix {
  int rows, cols;
  double *cell;
};

//: error out_of_bounds
//: holds r == m_rows
double get_past_rows (const struct matrix *m, int r, int c) {
  if (r < 0 || c < 0 || r > m->rows || c >= m->cols)
    return 0;
  return m->cell[(size_t) r * m->cols + c];
}

//: error out_of_bounds
//: holds int (off) > int (total)
int wraps_around (const uint8_t *b, size_t total, size_t off, size_t len,
                  uint8_t *out) {
  if (off + len > total)
    return -1;
  memcpy (out, b + off, len);
  return 0;
}

//: error out_of_bounds
//: holds off + len > total
uint8_t wraps_in_loop (const uint8_t *b, uint32_t total, uint32_t off,
                       uint32_t len) {
  uint8_t s = 0;
  if (off + len > total)
    return 0;
  for (uint32_t i = 0; i < len; i++)
    s ^= b[off + i];
  return s;
}

struct image {
  int w, h;
  unsigned char *px;
};

//: error out_of_bounds
//: holds y >= i_h
int one_unchecked (const struct image *i, int x, int y) {
  if (x < 0 || x >= i->w || y < 0)
    return -1;
  return i->px[y * i->w + x];
}

//: error out_of_bounds
//: holds y >= i_h
int wrong_field (const struct image *i, int x, int y) {
  if (x < 0 || y < 0 || x >= i->w || y >= i->w)
    return -1;
  return i->px[y * i->w + x];
}

//: error out_of_bounds
int wrong_width (const struct image *i, int x, int y) {
  if (x < 0 || y < 0 || x >= i->w || y >= i->h)
    return -1;
  return i->px[y * i->h + x];
}

//: misuse out_of_bounds "i->px at the start"
int nothing_checked (const struct image *i, int x, int y) {
  return i->px[y * i->w + x];
}

//: error out_of_bounds
//: holds n < 0
int copy_negative (char *dst, int cap, const char *src, int n) {
  if (n > cap)
    return -1;
  memcpy (dst, src, (size_t) n);
  return 0;
}

//: error out_of_bounds
int late (const int *a, size_t n, size_t i) {
  int x = a[i];
  return i < n ? x : -1;
}

//: error out_of_bounds
int one_way (const int *a, size_t n, size_t i, int strict) {
  if (strict && i >= n)
    return -1;
  return a[i];
}

//: misuse out_of_bounds "i + 1 >= n"
void swap_next (int *a, int n, int i) {
  int t = a[i];
  a[i] = a[i + 1];
  a[i + 1] = t % (n ? n : 1);
}

//: misuse out_of_bounds "from < 0"
int range (const int *a, int from, int to) {
  int s = 0;
  for (int i = from; i < to; i++)
    s ^= a[i];
  return s;
}

//: misuse out_of_bounds "a "
int partition (int *a, int lo, int hi) {
  int p = a[hi], i = lo;
  for (int j = lo; j < hi; j++)
    if (a[j] < p) {
      int t = a[i];
      a[i++] = a[j];
      a[j] = t;
    }
  return i;
}

struct ring {
  uint8_t *buf;
  size_t cap, head, tail, count;
};

//: misuse out_of_bounds "r->head >= r->cap"
bool ring_put (struct ring *r, uint8_t b) {
  if (r->count == r->cap)
    return false;
  r->buf[r->head] = b;
  r->head = (r->head + 1) % r->cap;
  r->count++;
  return true;
}

//: misuse out_of_bounds "r->tail >= r->cap"
size_t ring_take (struct ring *r, uint8_t *out, size_t n) {
  size_t k = 0;
  while (k < n && r->count) {
    out[k++] = r->buf[r->tail];
    if (++r->tail == r->cap)
      r->tail = 0;
    r->count--;
  }
  return k;
}

struct stack {
  int *items;
  int top, cap;
};

//: misuse out_of_bounds "s->top >= s->cap"
int stack_pop (struct stack *s) { return s->top < 0 ? -1 : s->items[s->top--]; }

//: error out_of_bounds
//: holds s_top == s_cap
bool stack_push (struct stack *s, int x) {
  if (s->top > s->cap || s->top < 0)
    return false;
  s->items[s->top++] = x;
  return true;
}

struct lexer {
  const char *src;
  size_t pos, len;
};

//: clean
int lexer_next (struct lexer *l) {
  return l->pos < l->len ? (unsigned char) l->src[l->pos++] : -1;
}

//: error out_of_bounds
//: holds l_pos + 1 == l_len
int lexer_two (const struct lexer *l) {
  if (l->pos >= l->len)
    return -1;
  return l->src[l->pos] == '<' && l->src[l->pos + 1] == '<';
}

//: misuse out_of_bounds "*off > n"
int word_at (const uint8_t *p, size_t n, size_t *off) {
  if (*off + 2 > n)
    return -1;
  int v = p[*off] << 8 | p[*off + 1];
  *off += 2;
  return v;
}

//: error out_of_bounds
//: holds off + 1 == n
int word_at_wrong (const uint8_t *p, size_t n, size_t *off) {
  if (*off + 1 > n)
    return -1;
  int v = p[*off] << 8 | p[*off + 1];
  *off += 2;
  return v;
}

struct table {
  int *slots;
  size_t n_slots;
};

//: misuse division_by_zero "t->n_slots == 0"
int slot_of (const struct table *t, unsigned hash) {
  return t->slots[hash % t->n_slots];
}

//: error out_of_bounds
//: holds hash % (t_n_slots + 1) == t_n_slots
int slot_past (const struct table *t, unsigned hash) {
  return t->slots[hash % (t->n_slots + 1)];
}

struct vector {
  int *data;
  size_t len, cap;
};

//: error out_of_bounds
//: holds v_cap == 0
int grow_nothing (struct vector *v, int x) {
  if (v->len == v->cap) {
    size_t cap = 2 * v->cap;
    int *data = realloc (v->data, cap * sizeof *data);
    if (!data)
      return -1;
    v->data = data;
    v->cap = cap;
  }
  v->data[v->len++] = x;
  return 0;
}

struct wheel {
  unsigned char *buf;
  size_t cap, head, tail, used;
};

//: misuse out_of_bounds "w->tail >= w->cap"
int next_or_first (struct wheel *w, unsigned char *out) {
  if (!w->used)
    return -1;
  *out = w->buf[w->tail];
  w->tail = w->tail + 1 == w->cap ? 0 : w->tail + 1;
  w->used--;
  return 0;
}

//: misuse out_of_bounds "w->head >= w->cap"
int next_is_free (struct wheel *w, unsigned char byte) {
  size_t next = w->head + 1;
  if (next == w->cap)
    next = 0;
  if (next == w->tail)
    return -1;
  w->buf[w->head] = byte;
  w->head = next;
  return 0;
}

//: error out_of_bounds
//: holds w_head >= w_cap
int one_too_late (struct wheel *w, unsigned char byte) {
  if (w->head - 1 == w->cap)
    return -1;
  w->buf[w->head++] = byte;
  return 0;
}
