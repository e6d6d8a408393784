/* Arrays inside structs, rings whose index is a sum, rows of any length, and
 * bits in words: right and wrong ones of each kind.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct fifo {
  int head, count;
  int items[8];
};

//: misuse out_of_bounds "f->count > 8"
bool fifo_push (struct fifo *f, int x) {
  if (f->count == 8)
    return false;
  int at = f->head + f->count;
  if (at >= 8)
    at -= 8;
  f->items[at] = x;
  f->count++;
  return true;
}

//: misuse out_of_bounds "f->head >= 8"
int fifo_pop (struct fifo *f) {
  if (!f->count)
    return -1;
  int x = f->items[f->head];
  f->head = (f->head + 1) & 7;
  f->count--;
  return x;
}

//: error out_of_bounds
//: holds f_count <= 8
bool fifo_push_late (struct fifo *f, int x) {
  if (f->count > 8)
    return false;
  f->items[f->count++] = x;
  return true;
}

//: misuse out_of_bounds "f->count > 8"
int fifo_sum (const struct fifo *f) {
  int s = 0;
  for (int i = 0; i < f->count; i++)
    s += f->items[i];
  return s;
}

//: error out_of_bounds
int fifo_sum_late (const struct fifo *f) {
  int s = 0;
  if (f->count > 9)
    return 0;
  for (int i = 0; i < f->count; i++)
    s += f->items[i];
  return s;
}

struct nested {
  long id;
  struct fifo queue;
};

//: misuse out_of_bounds "n->queue"
int nested_first (const struct nested *n) {
  return n->queue.items[n->queue.head];
}

struct stack {
  int top;
  int data[5];
};

//: misuse out_of_bounds "s->top > 5"
int stack_pop (struct stack *s) { return s->top <= 0 ? 0 : s->data[--s->top]; }

//: misuse out_of_bounds "s->top < 0"
bool stack_push (struct stack *s, int v) {
  if (s->top >= 5)
    return false;
  s->data[s->top++] = v;
  return true;
}

//: error out_of_bounds
bool stack_push_one_more (struct stack *s, int v) {
  if (s->top > 5)
    return false;
  s->data[s->top++] = v;
  return true;
}

struct ring {
  uint8_t *data;
  unsigned head, tail, cap;
};

//: misuse out_of_bounds "r->head >= r->cap"
bool ring_put (struct ring *r, uint8_t x) {
  unsigned next = r->head + 1;
  if (next >= r->cap)
    next = 0;
  if (next == r->tail)
    return false;
  r->data[r->head] = x;
  r->head = next;
  return true;
}

//: misuse out_of_bounds "r->tail >= r->cap"
int ring_get (struct ring *r) {
  if (r->head == r->tail)
    return -1;
  int x = r->data[r->tail];
  r->tail = (r->tail + 1) % r->cap;
  return x;
}

//: misuse out_of_bounds "n >= r->cap"
int ring_at (const struct ring *r, unsigned n) {
  unsigned at = r->tail + n;
  if (at >= r->cap)
    at -= r->cap;
  return r->data[at];
}

//: error out_of_bounds
int ring_at_cap (const struct ring *r, unsigned n) {
  unsigned at = r->tail + n;
  if (at > r->cap)
    at -= r->cap;
  return r->data[at];
}

//: error out_of_bounds
//: holds r_head <= r_cap
void ring_put_late (struct ring *r, uint8_t x) {
  r->data[r->head] = x;
  if (++r->head > r->cap)
    r->head = 0;
}

struct record {
  int id;
  char name[8];
};

//: misuse out_of_bounds "r->name without a NUL"
size_t name_length (const struct record *r) { return strlen (r->name); }

//: clean
bool has_name (const struct record *r, const char *name) {
  return !strncmp (r->name, name, sizeof r->name);
}

//: error out_of_bounds
void rename (struct record *r, const char *name) { strcpy (r->name, name); }

//: clean
long total (int n, int m, int a[n][m]) {
  long s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      s += a[i][j];
  return s;
}

//: error out_of_bounds
long total_and_one (int n, int m, int a[n][m]) {
  long s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= m; j++)
      s += a[i][j];
  return s;
}

struct bits {
  uint32_t *word;
  size_t n;
};

//: clean
bool bit (const struct bits *b, size_t i) {
  return i < b->n && b->word[i / 32] >> i % 32 & 1;
}

//: error out_of_bounds
//: holds i == b_n
bool bit_at_end (const struct bits *b, size_t i) {
  return i <= b->n && b->word[i / 32] >> i % 32 & 1;
}

struct packet {
  uint16_t len;
  uint8_t kind, payload[];
};

//: clean
int packet_sum (const struct packet *p) {
  int s = 0;
  for (int i = 0; i < p->len; i++)
    s ^= p->payload[i];
  return s;
}

//: error out_of_bounds
//: holds p_len > 0
int packet_past (const struct packet *p) {
  int s = 0;
  for (int i = 0; i <= p->len; i++)
    s ^= p->payload[i];
  return s;
}

struct setting {
  char *name, *value;
};

//: clean
void drop_setting (struct setting *s) {
  free (s->name);
  free (s->value);
  free (s);
}
