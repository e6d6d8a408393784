#include "lab/cache/sketch.h"

#include "term/value.h"

typedef enum stroke_kind {
  STROKE_VALUE,
  STROKE_REST,
  STROKE_ELEMENT
} stroke_kind;

typedef struct stroke {
  stroke_kind kind;
  uint32_t leaf;
  sort sort;
  uint64_t index, value;
} stroke;

typedef VEC (stroke) stroke_vec;

struct sketch {
  size_t n;
  stroke stroke[];
};

/* A word that does not depend on the arena it came from. */
static uint64_t keep (arena *a, sort s, uint64_t word) {
  if (sort_is_int (s) || (sort_is_bv (s) && sort_width (s) > 64))
    return num_copy (a, value_num (word)).word;
  return word;
}

static void draw_array (arena *a, memory *mem, const terms *ts, const model *m,
                        uint32_t i, term array, stroke_vec *out) {
  sort s = term_sort (ts, array), e = sort_element (s);
  element_vec elements = {0};
  model_elements (m, array, mem, &elements);
  uint64_t rest = keep (a, e, model_default (m, array));
  vec_push (mem, out, (stroke) {STROKE_REST, i, s, 0, rest});
  for (size_t k = 0; k < elements.len; k++) {
    uint64_t v = keep (a, e, elements.data[k].value);
    vec_push (mem, out,
              (stroke) {STROKE_ELEMENT, i, s, elements.data[k].index, v});
  }
  vec_release (mem, &elements);
}

const sketch *sketch_of (arena *a, memory *mem, const terms *ts, const model *m,
                         size_t n, const term *leaf) {
  stroke_vec v = {0};
  for (uint32_t i = 0; i < n; i++) {
    sort s = term_sort (ts, leaf[i]);
    if (sort_is_array (s)) {
      draw_array (a, mem, ts, m, i, leaf[i], &v);
      continue;
    }
    uint64_t value = keep (a, s, model_get (m, leaf[i]));
    vec_push (mem, &v, (stroke) {STROKE_VALUE, i, s, 0, value});
  }
  sketch *res = arena_alloc (a, sizeof *res + v.len * sizeof *res->stroke);
  res->n = v.len;
  for (size_t i = 0; i < v.len; i++)
    res->stroke[i] = v.data[i];
  vec_release (mem, &v);
  return res;
}

void sketch_apply (const sketch *s, const terms *ts, size_t n, const term *leaf,
                   model *out) {
  for (size_t k = 0; k < s->n; k++) {
    const stroke *p = &s->stroke[k];
    if (p->leaf >= n || !sort_eq (term_sort (ts, leaf[p->leaf]), p->sort))
      continue;
    if (p->kind == STROKE_VALUE)
      model_set (out, leaf[p->leaf], p->value);
    else if (p->kind == STROKE_REST)
      model_set_default (out, leaf[p->leaf], p->value);
    else
      model_set_element (out, leaf[p->leaf], p->index, p->value);
  }
}
