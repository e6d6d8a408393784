#include "lab/cache/term_bytes.h"

#include "base/bits.h"
#include "base/map.h"
#include "term/value.h"

#include <stdlib.h>

void bytes_put (memory *mem, char_vec *out, uint64_t x, unsigned size) {
  for (unsigned i = 0; i < size; i++)
    vec_push (mem, out, (char) (x >> 8 * i));
}

static bool demand (byte_reader *r, bool holds) {
  if (!holds) {
    r->failed = true;
    r->at = r->end;
  }
  return holds;
}

uint64_t bytes_get (byte_reader *r, unsigned size) {
  if (!demand (r, (size_t) (r->end - r->at) >= size))
    return 0;
  r->at += size;
  return bits_load (r->at - size, size);
}

static void put_text (memory *mem, char_vec *out, const char *text, size_t n) {
  bytes_put (mem, out, n, 4);
  text_add (mem, out, text, n);
}

static const char *get_text (byte_reader *r, size_t *n) {
  *n = bytes_get (r, 4);
  if (!demand (r, (size_t) (r->end - r->at) >= *n))
    *n = 0;
  r->at += *n;
  return (const char *) r->at - *n;
}

/* Values, as decimal numbers whatever their sort. */

static num num_of (arena *a, sort s, uint64_t word) {
  return sort_is_small (s) ? num_of_u64 (a, word) : value_num (word);
}

static void put_value (memory *mem, char_vec *out, sort s, uint64_t word) {
  arena a;
  char_vec text = {0};
  arena_init (&a, mem);
  num x = num_of (&a, s, word);
  bytes_put (mem, out, num_sign (x) < 0, 1);
  num_print (mem, &text, num_abs (&a, x), 10);
  put_text (mem, out, text.data, text.len);
  vec_release (mem, &text);
  arena_release (&a);
}

static uint64_t get_value (byte_reader *r, arena *a, sort s) {
  size_t n;
  num x = NUM_ZERO;
  bool is_negative = bytes_get (r, 1);
  const char *text = get_text (r, &n);
  if (!demand (r, n && num_parse (a, text, n, 10, &x)))
    return NUM_ZERO.word;
  x = is_negative ? num_neg (a, x) : x;
  if (sort_is_int (s))
    return x.word;
  unsigned width = sort_is_bool (s) ? 1 : sort_width (s);
  if (!demand (r, num_sign (x) >= 0 && num_bits (x) <= width))
    return 0;
  return sort_is_small (s) ? num_u64 (x) : x.word;
}

static bool is_scalar (sort s) {
  return sort_is_bool (s) || sort_is_int (s) ||
         (sort_is_bv (s) && sort_width (s) && sort_width (s) <= SORT_MAX_WIDTH);
}

static bool is_array (sort s) {
  unsigned index = s.code >> 15 & 0x7fff, width = s.code & 0x7fff;
  return sort_is_array (s) && index && index <= SORT_MAX_INDEX && width;
}

/* Terms: arguments before those that have them. */

static int by_id (const void *a, const void *b) {
  uint32_t x = *(const uint32_t *) a, y = *(const uint32_t *) b;
  return x < y ? -1 : x > y;
}

/* All terms that these are made of, by increasing id; 'number' says where. */
static void gather (memory *mem, const terms *ts, size_t n, const term *root,
                    u32_vec *all, map *number) {
  u32_vec todo = {0};
  for (size_t i = 0; i < n; i++)
    vec_push (mem, &todo, root[i].id);
  while (todo.len) {
    term t = {vec_pop (&todo)};
    if (map_find (number, t.id))
      continue;
    map_put (number, t.id, 1);
    vec_push (mem, all, t.id);
    for (unsigned i = 0; i < term_node (ts, t)->arity; i++)
      vec_push (mem, &todo, term_arg (ts, t, i).id);
  }
  vec_release (mem, &todo);
  qsort (all->data, all->len, sizeof *all->data, by_id);
  for (size_t i = 0; i < all->len; i++)
    map_put (number, all->data[i], i + 1);
}

static void put_content (memory *mem, char_vec *out, const content *c) {
  bytes_put (mem, out, c->n, 4);
  for (uint32_t i = 0; i < c->n; i++) {
    bytes_put (mem, out, c->index[i], 8);
    bytes_put (mem, out, c->value[i], 8);
  }
}

static void put_term (memory *mem, char_vec *out, const terms *ts,
                      const map *number, term t) {
  const node *n = term_node (ts, t);
  bytes_put (mem, out, n->kind, 1);
  for (unsigned i = 0; i < n->arity; i++)
    bytes_put (mem, out, map_get (number, n->arg[i].id, 0) - 1, 4);
  if (n->kind == KIND_CONST || n->kind == KIND_VAR)
    bytes_put (mem, out, n->sort.code, 4);
  if (n->kind == KIND_CONST)
    put_value (mem, out, n->sort, n->payload);
  else if (n->kind == KIND_VAR)
    put_text (mem, out, term_name (ts, t), strlen (term_name (ts, t)));
  else if (n->kind == KIND_TABLE)
    put_content (mem, out, term_content (ts, t));
  else
    bytes_put (mem, out, n->payload, 8);
}

bool term_bytes_write (memory *mem, char_vec *out, const terms *ts, size_t n,
                       const term *root) {
  u32_vec all = {0};
  map number;
  for (size_t i = 0; i < n; i++)
    if (term_has_unset (ts, root[i]))
      return false;
  map_init (&number, mem);
  gather (mem, ts, n, root, &all, &number);
  bytes_put (mem, out, all.len, 4);
  for (size_t i = 0; i < all.len; i++)
    put_term (mem, out, ts, &number, (term) {all.data[i]});
  bytes_put (mem, out, n, 4);
  for (size_t i = 0; i < n; i++)
    bytes_put (mem, out, map_get (&number, root[i].id, 0) - 1, 4);
  map_release (&number);
  vec_release (mem, &all);
  return true;
}

static term get_content (memory *mem, byte_reader *r, terms *ts, term base) {
  VEC (uint64_t) index = {0}, value = {0};
  uint64_t n = bytes_get (r, 4);
  sort s = term_sort (ts, base);
  if (!demand (r, n && sort_is_array (s) && sort_is_small (sort_element (s))))
    return TERM_NONE;
  uint64_t last = bits_mask (sort_width (sort_index (s)));
  uint64_t most = bits_mask (sort_width (sort_element (s)));
  for (uint64_t i = 0; i < n && !r->failed; i++) {
    uint64_t at = bytes_get (r, 8), x = bytes_get (r, 8);
    demand (r, at <= last && x <= most && (!i || vec_last (&index) < at));
    vec_push (mem, &index, at);
    vec_push (mem, &value, x);
  }
  term t = r->failed
               ? TERM_NONE
               : term_table (ts, base, (uint32_t) n, index.data, value.data);
  vec_release (mem, &index, &value);
  return t;
}

static term get_leaf (memory *mem, byte_reader *r, terms *ts, kind k) {
  sort s = {(uint32_t) bytes_get (r, 4)};
  bool is_const = k == KIND_CONST;
  if (!demand (r, is_scalar (s) || (!is_const && is_array (s))))
    return TERM_NONE;
  if (!is_const) {
    size_t n;
    const char *name = get_text (r, &n);
    return demand (r, n && !memchr (name, 0, n)) ? term_var (ts, name, n, s)
                                                 : TERM_NONE;
  }
  arena a;
  arena_init (&a, mem);
  uint64_t word = get_value (r, &a, s);
  term t = r->failed ? TERM_NONE : term_const (ts, s, word);
  arena_release (&a);
  return t;
}

static term get_term (memory *mem, byte_reader *r, terms *ts,
                      const u32_vec *v) {
  uint64_t k = bytes_get (r, 1);
  if (!demand (r, k < KIND_COUNT))
    return TERM_NONE;
  draft d = {.kind = (kind) k};
  for (unsigned i = 0; i < kind_table[k].arity; i++) {
    uint64_t at = bytes_get (r, 4);
    if (!demand (r, at < v->len))
      return TERM_NONE;
    d.arg[i] = (term) {v->data[at]};
  }
  if (k == KIND_CONST || k == KIND_VAR)
    return get_leaf (mem, r, ts, (kind) k);
  if (k == KIND_TABLE)
    return get_content (mem, r, ts, d.arg[0]);
  d.payload = bytes_get (r, 8);
  d.sort = r->failed ? SORT_NONE : sort_of_draft (ts, &d);
  return demand (r, d.sort.code) ? term_intern (ts, &d) : TERM_NONE;
}

bool term_bytes_read (memory *mem, byte_reader *r, terms *ts, term_vec *out) {
  u32_vec all = {0};
  uint64_t n = bytes_get (r, 4);
  for (uint64_t i = 0; i < n && !r->failed; i++)
    vec_push (mem, &all, get_term (mem, r, ts, &all).id);
  n = bytes_get (r, 4);
  for (uint64_t i = 0; i < n && !r->failed; i++) {
    uint64_t at = bytes_get (r, 4);
    if (demand (r, at < all.len))
      vec_push (mem, out, (term) {all.data[at]});
  }
  vec_release (mem, &all);
  return !r->failed;
}

/* Models. */

static void put_array (memory *mem, char_vec *out, const model *m, term array,
                       sort s) {
  element_vec elements = {0};
  model_elements (m, array, mem, &elements);
  put_value (mem, out, sort_element (s), model_default (m, array));
  bytes_put (mem, out, elements.len, 4);
  for (size_t i = 0; i < elements.len; i++) {
    put_value (mem, out, sort_index (s), elements.data[i].index);
    put_value (mem, out, sort_element (s), elements.data[i].value);
  }
  vec_release (mem, &elements);
}

void value_bytes_write (memory *mem, char_vec *out, const terms *ts,
                        const model *m, size_t n, const term *leaf) {
  for (size_t i = 0; i < n; i++) {
    sort s = term_sort (ts, leaf[i]);
    if (sort_is_array (s))
      put_array (mem, out, m, leaf[i], s);
    else
      put_value (mem, out, s, model_get (m, leaf[i]));
  }
}

static void get_array (byte_reader *r, arena *a, sort s, term array,
                       model *out) {
  model_set_default (out, array, get_value (r, a, sort_element (s)));
  uint64_t n = bytes_get (r, 4);
  for (uint64_t i = 0; i < n && !r->failed; i++) {
    uint64_t index = get_value (r, a, sort_index (s));
    uint64_t value = get_value (r, a, sort_element (s));
    if (!r->failed)
      model_set_element (out, array, index, value);
  }
}

bool value_bytes_read (memory *mem, byte_reader *r, const terms *ts, size_t n,
                       const term *leaf, model *out) {
  arena a;
  arena_init (&a, mem);
  for (size_t i = 0; i < n && !r->failed; i++) {
    sort s = term_sort (ts, leaf[i]);
    if (sort_is_array (s))
      get_array (r, &a, s, leaf[i], out);
    else
      model_set (out, leaf[i], get_value (r, &a, s));
  }
  arena_release (&a);
  return !r->failed;
}
