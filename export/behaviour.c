#include "export/behaviour.h"

#include "suite/misuse.h"

#define MOST_VALUES 8 /* that are told apart */
#define COMPUTED UINT64_C (1)

void behaviour_init (behaviour *b, memory *mem) {
  *b = (behaviour) {.mem = mem};
  vec_push (mem, &b->start, 0);
}

void behaviour_release (behaviour *b) {
  vec_release (b->mem, &b->index);
  vec_release (b->mem, &b->keys);
  vec_release (b->mem, &b->ends);
  vec_release (b->mem, &b->is_fault, &b->is_alias);
  vec_release (b->mem, &b->length, &b->rounds);
  vec_release (b->mem, &b->start);
  vec_release (b->mem, &b->blocks);
  vec_release (b->mem, &b->values);
}

/* Values. */

static bool is_symbolic (const symbyte *s) {
  return s && s->term.id && !term_eq (s->term, SYMBYTE_UNSET);
}

/* Is it as it was when the function was called? */
static bool is_as_before (const outcome_part *p) {
  static const symbyte none;
  if (!p->was || p->is_freed)
    return false;
  for (uint32_t i = 0; i < p->n; i++) {
    const symbyte *now = p->symbol ? p->symbol + i : &none;
    const symbyte *was = p->was_symbol ? p->was_symbol + i : &none;
    if (!term_eq (now->term, was->term) || now->k != was->k ||
        (!now->term.id && p->bytes[i] != p->was[i]))
      return false;
  }
  return true;
}

static bool is_computed (const outcome_part *p) {
  for (uint32_t i = 0; p->symbol && i < p->n; i++)
    if (is_symbolic (p->symbol + i))
      return true;
  return false;
}

static uint64_t exact_value (const outcome_part *p) {
  uint64_t key = hash128_of (p->size, p->is_freed).lo;
  key = hash128_of (key, hash_bytes (p->bytes, p->n).lo).lo;
  for (uint32_t i = 0; i < p->n_pointers; i++) {
    const outcome_pointer *x = p->pointer + i;
    key = hash128_of (key, x->at * 8 + x->kind).lo;
    key = hash128_of (key, hash_bytes (x->name, strlen (x->name)).lo).lo;
  }
  return key | 2;
}

/* Nothing, less or more than that, or an address. */
static uint64_t rough_value (const outcome_part *p) {
  bool is_zero = true;
  for (uint32_t i = 0; i < p->n; i++)
    is_zero &= !p->bytes[i];
  bool is_negative = p->n && p->bytes[p->n - 1] >> 7;
  return 2 +
         (p->n_pointers ? 8
          : is_zero     ? 0
          : is_negative ? 2
                        : 4) +
         p->is_freed;
}

uint64_t behaviour_part (unsigned what, const char *name) {
  return hash128_of (what, hash_bytes (name, strlen (name)).lo).lo | 1;
}

void behaviour_written (const behaviour *b, map *parts) {
  for (size_t i = 0; i < b->values.len; i++)
    map_put (parts, b->values.data[i].part, 1);
}

static void add_value (behaviour *b, const outcome_part *p) {
  bool is_from_inputs = is_computed (p);
  vec_push (
      b->mem, &b->values,
      (behaviour_value) {.test = (uint32_t) b->index.len,
                         .part = behaviour_part (p->what, p->name),
                         .exact = is_from_inputs ? COMPUTED : exact_value (p),
                         .roughly = is_from_inputs ? COMPUTED : rough_value (p),
                         .is_result = p->what == OUTCOME_RETURN});
}

static bool is_alias (const testcase *t) {
  const char *about;
  for (uint32_t i = 0; i < t->n_inputs; i++)
    if (choices_are (t->input + i, &about) && strchr (about, '=') &&
        *t->input[i].bytes)
      return true;
  return false;
}

void behaviour_add (behaviour *b, uint32_t index, const retrace *r,
                    const retraced *now) {
  const outcome *o = retrace_answer (r);
  const u32_vec *blocks = retrace_blocks (r);
  const end_record *e = &now->test.end;
  for (uint32_t i = 0; i < o->n; i++)
    if (o->part[i].what != OUTCOME_END && !is_as_before (o->part + i))
      add_value (b, o->part + i);
  for (size_t i = 0; i < blocks->len; i++)
    vec_push (b->mem, &b->blocks, blocks->data[i]);
  vec_push (b->mem, &b->start, (uint32_t) b->blocks.len);
  vec_push (b->mem, &b->keys, behaviour_key (now->path, now->answer));
  vec_push (b->mem, &b->ends,
            hash128_of (e->kind, e->kind == END_FAULT ? (uint64_t) e->fault
                                                      : (uint64_t) e->status)
                .lo);
  vec_push (b->mem, &b->is_fault, e->kind == END_FAULT);
  vec_push (b->mem, &b->is_alias, is_alias (&now->test));
  size_t n, users = 0;
  const retraced_decision *d = retrace_decisions (r, &n);
  for (size_t i = 0; i < n; i++)
    users += d[i].site != 0;
  vec_push (b->mem, &b->length, (uint32_t) n);
  vec_push (b->mem, &b->rounds, (uint32_t) users);
  vec_push (b->mem, &b->index, index);
}

/* The choice: items are sides of branches together with the class, and values
 * of parts.
 */

typedef struct classing {
  const behaviour *of;
  map seen;   /* part and value */
  map values; /* part -> how many it has */
  map items;  /* digest -> number plus 1 */
  covering all;
  u32_vec set; /* items of a test */
} classing;

static void count_values (classing *c) {
  for (size_t i = 0; i < c->of->values.len; i++) {
    const behaviour_value *v = c->of->values.data + i;
    uint64_t *is_seen =
        map_at (&c->seen, hash128_of (v->part, v->exact).lo | 1);
    if (!*is_seen && v->exact != COMPUTED)
      (*map_at (&c->values, v->part))++;
    *is_seen = 1;
  }
}

static uint64_t class_value (const classing *c, const behaviour_value *v) {
  return map_get (&c->values, v->part, 0) > MOST_VALUES ? v->roughly : v->exact;
}

static void add_item (classing *c, uint64_t digest) {
  uint64_t *at = map_at (&c->items, digest | 1);
  if (!*at)
    *at = c->items.len;
  vec_push (c->of->mem, &c->set, (uint32_t) *at - 1);
}

static int by_item (const void *a, const void *b) {
  uint32_t x = *(const uint32_t *) a, y = *(const uint32_t *) b;
  return (x > y) - (x < y);
}

/* Sides of a block's branch, and the block. */
static void add_block (classing *c, uint64_t class, uint32_t number) {
  add_item (c, hash128_of (class, number / 4 * 4).lo);
  for (uint32_t way = 1; way < 4; way++)
    if (number % 4 & way && way < 3)
      add_item (c, hash128_of (class, number / 4 * 4 + way).lo);
}

/* Short paths come first: of those that are worth the same, one is taken that
 * is easy to read. Nobody passes the same buffer twice without need.
 */
static int by_length (const void *x, const void *y) {
  const uint64_t a = *(const uint64_t *) x, b = *(const uint64_t *) y;
  return (a > b) - (a < b);
}

static void order_tests (const behaviour *b, u64_vec *out) {
  for (uint32_t i = 0; i < b->index.len; i++)
    vec_push (b->mem, out,
              (uint64_t) b->is_alias.data[i] << 63 |
                  (uint64_t) b->length.data[i] << 32 | i);
  if (out->len)
    qsort (out->data, out->len, sizeof *out->data, by_length);
}

static size_t first_value (const behaviour *b, uint32_t test) {
  size_t low = 0, high = b->values.len;
  while (low < high) {
    size_t mid = low + (high - low) / 2;
    if (b->values.data[mid].test < test)
      low = mid + 1;
    else
      high = mid;
  }
  return low;
}

static void add_set (classing *c, uint32_t test) {
  const behaviour *b = c->of;
  uint64_t class = b->ends.data[test];
  vec_clear (&c->set);
  for (size_t i = first_value (b, test);
       i < b->values.len && b->values.data[i].test == test; i++) {
    const behaviour_value *v = b->values.data + i;
    uint64_t digest = hash128_of (v->part, class_value (c, v)).lo;
    class = v->is_result ? hash128_of (class, digest).lo : class;
    if (!b->is_alias.data[test])
      add_item (c, digest);
  }
  if (b->is_fault.data[test]) /* one of each error is enough */
    vec_clear (&c->set);
  for (uint32_t i = b->start.data[test];
       i < b->start.data[test + 1] && !b->is_fault.data[test]; i++)
    add_block (c, class, b->blocks.data[i]);
  if (c->set.len)
    qsort (c->set.data, c->set.len, sizeof *c->set.data, by_item);
  size_t n = 0;
  for (size_t i = 0; i < c->set.len; i++)
    if (!i || c->set.data[i] != c->set.data[i - 1])
      c->set.data[n++] = c->set.data[i];
  c->all.n_items = c->all.n_plain = (uint32_t) c->items.len;
  uint32_t set = covering_add (&c->all, n, c->set.data);
  vec_push (b->mem, &c->all.tests, (covering_test) {b->index.data[test], set});
}

void behaviour_choose (const behaviour *b, suite *s, const map *keys,
                       u32_vec *out) {
  classing c = {.of = b};
  u32_vec first = {0};
  u64_vec order = {0};
  map_init (&c.seen, b->mem);
  map_init (&c.values, b->mem);
  map_init (&c.items, b->mem);
  covering_init (&c.all, b->mem);
  count_values (&c);
  order_tests (b, &order);
  for (uint32_t i = 0; i < order.len; i++) {
    uint32_t test = (uint32_t) order.data[i];
    add_set (&c, test);
    if (map_get (keys, b->keys.data[test], 0))
      vec_push (b->mem, &first, i);
  }
  vec_release (b->mem, &order);
  covering_choose_of (&c.all, s, SUITE_BRANCHES, &first, out);
  map_release (&c.seen);
  map_release (&c.values);
  map_release (&c.items);
  covering_release (&c.all);
  vec_release (b->mem, &c.set);
  vec_release (b->mem, &first);
}
