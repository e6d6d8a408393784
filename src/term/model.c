#include "term/model.h"

#include "base/map.h"
#include "term/value.h"

/* Element indices are any 64-bit word and map keys are not zero, so the last
 * index has a place of its own.
 */
typedef struct array_value {
  term array;
  uint64_t other; /* the value of all elements not assigned */
  map element;    /* index + 1 -> value */
  bool has_last;
  uint64_t last; /* value at index 2^64 - 1 */
} array_value;

struct model {
  memory *mem;
  const terms *ts;
  map scalar;   /* term id -> value */
  map array_of; /* term id -> position in 'array' + 1 */
  VEC (array_value) array;
  arena limbs;
};

model *model_new (memory *mem, const terms *ts) {
  model *m = memory_zalloc (mem, sizeof *m);
  m->mem = mem;
  m->ts = ts;
  map_init (&m->scalar, mem);
  map_init (&m->array_of, mem);
  arena_init (&m->limbs, mem);
  return m;
}

static void release_arrays (model *m) {
  for (size_t i = 0; i < m->array.len; i++)
    map_release (&m->array.data[i].element);
  vec_clear (&m->array);
}

void model_free (model *m) {
  if (!m)
    return;
  release_arrays (m);
  vec_release (m->mem, &m->array);
  map_release (&m->scalar);
  map_release (&m->array_of);
  arena_release (&m->limbs);
  memory_free (m->mem, m, sizeof *m);
}

void model_clear (model *m) {
  release_arrays (m);
  map_clear (&m->scalar);
  map_clear (&m->array_of);
  arena_reset (&m->limbs);
}

static uint64_t zero_of (sort s) {
  return sort_is_small (s) ? 0 : NUM_ZERO.word;
}

static uint64_t own (model *m, sort s, uint64_t word) {
  assert (!sort_is_array (s)); /* arrays are kept by element */
  return sort_is_small (s) ? word : num_copy (&m->limbs, value_num (word)).word;
}

static const array_value *find_array (const model *m, term array) {
  uint64_t at = map_get (&m->array_of, array.id, 0);
  assert (at <= m->array.len);
  return at ? m->array.data + at - 1 : NULL;
}

static array_value *make_array (model *m, term array) {
  assert (sort_is_array (term_sort (m->ts, array)));
  uint64_t *at = map_at (&m->array_of, array.id);
  if (!*at) {
    sort s = sort_element (term_sort (m->ts, array));
    array_value v = {.array = array, .other = zero_of (s)};
    map_init (&v.element, m->mem);
    vec_push (m->mem, &m->array, v);
    *at = m->array.len;
  }
  return m->array.data + *at - 1;
}

static bool find_element (const model *m, term array, uint64_t index,
                          uint64_t *word) {
  const array_value *v = find_array (m, array);
  if (!v)
    return false;
  if (index == UINT64_MAX) {
    *word = v->last;
    return v->has_last;
  }
  const uint64_t *p = map_find (&v->element, index + 1);
  if (p)
    *word = *p;
  return p;
}

/* Reading. */

uint64_t model_default (const model *m, term array) {
  assert (sort_is_array (term_sort (m->ts, array)));
  const array_value *v = find_array (m, array);
  return v ? v->other : zero_of (sort_element (term_sort (m->ts, array)));
}

uint64_t model_element (const model *m, term array, uint64_t index) {
  uint64_t word;
  return find_element (m, array, index, &word) ? word
                                               : model_default (m, array);
}

static bool is_element (const model *m, term leaf) {
  return term_kind (m->ts, leaf) == KIND_SELECT;
}

static uint64_t model_index_of (const model *m, term leaf) {
  assert (is_element (m, leaf));
  return term_word (m->ts, term_arg (m->ts, leaf, 1));
}

uint64_t model_get (const model *m, term leaf) {
  if (is_element (m, leaf))
    return model_element (m, term_arg (m->ts, leaf, 0),
                          model_index_of (m, leaf));
  assert (term_kind (m->ts, leaf) == KIND_VAR);
  return map_get (&m->scalar, leaf.id, zero_of (term_sort (m->ts, leaf)));
}

bool model_has (const model *m, term leaf) {
  uint64_t word;
  if (is_element (m, leaf))
    return find_element (m, term_arg (m->ts, leaf, 0), model_index_of (m, leaf),
                         &word);
  return map_find (&m->scalar, leaf.id) || map_find (&m->array_of, leaf.id);
}

static int by_index (const void *a, const void *b) {
  uint64_t i = ((const element *) a)->index, j = ((const element *) b)->index;
  return i < j ? -1 : i > j;
}

void model_elements (const model *m, term array, memory *mem,
                     element_vec *out) {
  vec_clear (out);
  const array_value *v = find_array (m, array);
  if (!v)
    return;
  for (size_t i = 0; i < v->element.cap; i++) {
    map_slot s = v->element.slot[i];
    if (s.key)
      vec_push (mem, out, (element) {s.key - 1, s.value});
  }
  if (v->has_last)
    vec_push (mem, out, (element) {UINT64_MAX, v->last});
  vec_sort (out, by_index);
}

/* Changing. */

void model_set_element (model *m, term array, uint64_t index, uint64_t word) {
  array_value *v = make_array (m, array);
  word = own (m, sort_element (term_sort (m->ts, array)), word);
  if (index == UINT64_MAX) {
    v->has_last = true;
    v->last = word;
  } else
    map_put (&v->element, index + 1, word);
}

void model_set_default (model *m, term array, uint64_t word) {
  array_value *v = make_array (m, array);
  v->other = own (m, sort_element (term_sort (m->ts, array)), word);
}

static void model_clear_array (model *m, term array) {
  array_value *v = make_array (m, array);
  map_clear (&v->element);
  v->has_last = false;
  v->other = zero_of (sort_element (term_sort (m->ts, array)));
}

void model_set (model *m, term leaf, uint64_t word) {
  if (is_element (m, leaf))
    model_set_element (m, term_arg (m->ts, leaf, 0), model_index_of (m, leaf),
                       word);
  else {
    assert (!sort_is_array (term_sort (m->ts, leaf)));
    map_put (&m->scalar, leaf.id, own (m, term_sort (m->ts, leaf), word));
  }
}

/* Into an array without elements the table goes as it is. */
static void add_elements (model *to, array_value *copy, const array_value *v) {
  bool is_small = sort_is_small (sort_element (term_sort (to->ts, v->array)));
  if (is_small && !copy->element.len)
    map_copy (&copy->element, &v->element);
  else
    for (size_t i = 0; i < v->element.cap; i++)
      if (v->element.slot[i].key)
        model_set_element (to, v->array, v->element.slot[i].key - 1,
                           v->element.slot[i].value);
  if (v->has_last)
    model_set_element (to, v->array, UINT64_MAX, v->last);
}

static void copy_array (model *to, const array_value *v) {
  model_clear_array (to, v->array);
  model_set_default (to, v->array, v->other);
  add_elements (to, make_array (to, v->array), v);
}

void model_take (model *to, term leaf, const model *from) {
  assert (to != from && to->ts == from->ts);
  if (!sort_is_array (term_sort (to->ts, leaf))) {
    model_set (to, leaf, model_get (from, leaf));
    return;
  }
  const array_value *v = find_array (from, leaf);
  if (v)
    copy_array (to, v);
  else
    model_clear_array (to, leaf);
}

static void add_scalars (model *to, const model *from) {
  for (size_t i = 0; i < from->scalar.cap; i++)
    if (from->scalar.slot[i].key)
      model_set (to, (term) {(uint32_t) from->scalar.slot[i].key},
                 from->scalar.slot[i].value);
}

void model_copy (model *to, const model *from) {
  assert (to != from && to->ts == from->ts); /* leaves are ids of one table */
  model_clear (to);
  add_scalars (to, from);
  for (size_t i = 0; i < from->array.len; i++)
    copy_array (to, from->array.data + i);
}

void model_add (model *to, const model *from) {
  assert (to != from && to->ts == from->ts);
  add_scalars (to, from);
  for (size_t i = 0; i < from->array.len; i++) {
    const array_value *v = from->array.data + i;
    add_elements (to, make_array (to, v->array), v);
  }
}
