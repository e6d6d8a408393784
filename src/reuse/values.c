/* Entries are in the order of the leaves they were taken for; an array has one
 * for all its elements and one for each that differs. Words of wide sorts point
 * to numbers in the arena.
 */

#include "reuse/values.h"

#include "term/value.h"

typedef VEC (struct value_entry) entry_vec;

static uint64_t values_keep (arena *a, sort s, uint64_t word) {
  return sort_is_small (s) ? word : num_copy (a, value_num (word)).word;
}

static void take_array (arena *a, memory *mem, const terms *ts, term array,
                        const model *m, entry_vec *out) {
  sort s = sort_element (term_sort (ts, array));
  element_vec elements = {0};
  model_elements (m, array, mem, &elements);
  vec_push (
      mem, out,
      (struct value_entry) {
          .leaf = array, .word = values_keep (a, s, model_default (m, array))});
  for (size_t i = 0; i < elements.len; i++)
    vec_push (mem, out,
              (struct value_entry) {
                  .leaf = array,
                  .is_element = true,
                  .index = elements.data[i].index,
                  .word = values_keep (a, s, elements.data[i].value)});
  vec_release (mem, &elements);
}

const values *values_take (arena *a, memory *mem, const terms *ts, size_t n,
                           const term *leaf, const model *m) {
  entry_vec out = {0};
  for (size_t i = 0; i < n; i++) {
    sort s = term_sort (ts, leaf[i]);
    if (sort_is_array (s))
      take_array (a, mem, ts, leaf[i], m, &out);
    else
      vec_push (mem, &out,
                (struct value_entry) {
                    .leaf = leaf[i],
                    .word = values_keep (a, s, model_get (m, leaf[i]))});
  }
  values *v = arena_alloc (a, sizeof *v + out.len * sizeof *v->entry);
  v->n = (uint32_t) out.len;
  for (size_t i = 0; i < out.len; i++)
    v->entry[i] = out.data[i];
  vec_release (mem, &out);
  return v;
}

void value_entry_give (const struct value_entry *e, const terms *ts, term leaf,
                       model *m) {
  assert (!e->is_element || sort_is_array (term_sort (ts, leaf)));
  if (e->is_element)
    model_set_element (m, leaf, e->index, e->word);
  else if (sort_is_array (term_sort (ts, leaf)))
    model_set_default (m, leaf, e->word);
  else
    model_set (m, leaf, e->word);
}

void values_give (const values *v, const terms *ts, model *m) {
  for (uint32_t i = 0; i < v->n; i++)
    value_entry_give (v->entry + i, ts, v->entry[i].leaf, m);
}

/* Entries are in the order of the leaves, several for an array. */
void values_give_renamed (const values *v, const terms *ts, size_t n,
                          const term *leaf, const term *to, model *m) {
  size_t at = 0;
  for (uint32_t i = 0; i < v->n; i++) {
    while (at < n && !term_eq (leaf[at], v->entry[i].leaf))
      at++;
    assert (at < n);
    value_entry_give (v->entry + i, ts, to[at], m);
  }
}
