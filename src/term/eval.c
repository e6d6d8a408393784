#include "term/eval.h"

#include "term/value.h"

struct evaluator {
  memory *mem;
  terms *ts;
  const model *model;
  uint32_t stamp; /* of the current model */
  u32_vec stamps; /* by term id: evaluated when equal to 'stamp' */
  u64_vec values; /* by term id; nothing for arrays */
  term_vec todo;
  arena limbs;
};

evaluator *evaluator_new (memory *mem, terms *ts) {
  evaluator *ev = memory_zalloc (mem, sizeof *ev);
  ev->mem = mem;
  ev->ts = ts;
  arena_init (&ev->limbs, mem);
  return ev;
}

void evaluator_free (evaluator *ev) {
  if (!ev)
    return;
  vec_release (ev->mem, &ev->stamps, &ev->values, &ev->todo);
  arena_release (&ev->limbs);
  memory_free (ev->mem, ev, sizeof *ev);
}

void evaluator_start (evaluator *ev, const model *m) {
  assert (m && !ev->todo.len);
  ev->model = m;
  arena_reset (&ev->limbs);
  if (!++ev->stamp) { /* wrapped: old stamps could look current */
    for (size_t i = 0; i < ev->stamps.len; i++)
      ev->stamps.data[i] = 0;
    ev->stamp = 1;
  }
}

static void eval_make_room (evaluator *ev) {
  size_t n = terms_count (ev->ts);
  assert (ev->stamps.len <= n); /* terms are never forgotten */
  vec_reserve (ev->mem, &ev->stamps, n);
  vec_reserve (ev->mem, &ev->values, n);
  while (ev->stamps.len < n)
    ev->stamps.data[ev->stamps.len++] = 0;
  ev->values.len = n;
}

static bool is_done (const evaluator *ev, term t) {
  assert (t.id && t.id < ev->stamps.len);
  return ev->stamps.data[t.id] == ev->stamp;
}

static uint64_t eval_value (const evaluator *ev, term t) {
  assert (is_done (ev, t));
  return ev->values.data[t.id];
}

/* Arrays have no value of their own; they are read where they are used. All
 * scalars below them are evaluated by then.
 */

static uint64_t read_array (const evaluator *ev, term a, uint64_t index) {
  assert (sort_is_array (term_sort (ev->ts, a)));
  for (;;) {
    const node *n = term_node (ev->ts, a);
    uint64_t word;
    switch (n->kind) {
    case KIND_VAR:
      return model_element (ev->model, a, index);
    case KIND_CONST_ARRAY:
      return eval_value (ev, n->arg[0]);
    case KIND_STORE:
      if (eval_value (ev, n->arg[1]) == index)
        return eval_value (ev, n->arg[2]);
      a = n->arg[0];
      break;
    case KIND_TABLE:
      if (content_get (term_content (ev->ts, a), index, &word))
        return word;
      a = n->arg[0];
      break;
    case KIND_ITE:
      a = n->arg[eval_value (ev, n->arg[0]) ? 1 : 2];
      break;
    default:
      abort (); /* not an array */
    }
  }
}

/* What an array holds at all indices that nothing below it mentions; those
 * that are mentioned are collected.
 */
static uint64_t rest_of_array (const evaluator *ev, term a, u64_vec *index) {
  for (;;) {
    const node *n = term_node (ev->ts, a);
    switch (n->kind) {
    case KIND_VAR: {
      element_vec elements = {0};
      model_elements (ev->model, a, ev->mem, &elements);
      for (size_t i = 0; i < elements.len; i++)
        vec_push (ev->mem, index, elements.data[i].index);
      vec_release (ev->mem, &elements);
      return model_default (ev->model, a);
    }
    case KIND_CONST_ARRAY:
      return eval_value (ev, n->arg[0]);
    case KIND_STORE:
      vec_push (ev->mem, index, eval_value (ev, n->arg[1]));
      a = n->arg[0];
      break;
    case KIND_TABLE: {
      const content *c = term_content (ev->ts, a);
      for (uint32_t i = 0; i < c->n; i++)
        vec_push (ev->mem, index, c->index[i]);
      a = n->arg[0];
      break;
    }
    case KIND_ITE:
      a = n->arg[eval_value (ev, n->arg[0]) ? 1 : 2];
      break;
    default:
      abort ();
    }
  }
}

static bool same_arrays (const evaluator *ev, term a, term b) {
  assert (sort_eq (term_sort (ev->ts, a), term_sort (ev->ts, b)));
  sort s = term_sort (ev->ts, a), of = sort_element (s);
  unsigned w = sort_width (sort_index (s));
  u64_vec index = {0};
  bool same_rest = value_eq (of, rest_of_array (ev, a, &index),
                             rest_of_array (ev, b, &index));
  vec_unite (&index, compare_u64);
  bool is_all = w < 64 && index.len == (uint64_t) 1 << w;
  bool res = same_rest || is_all;
  for (size_t i = 0; res && i < index.len; i++)
    res = value_eq (of, read_array (ev, a, index.data[i]),
                    read_array (ev, b, index.data[i]));
  vec_release (ev->mem, &index);
  return res;
}

static uint64_t compute (evaluator *ev, term t, const node *n) {
  if (n->kind == KIND_CONST)
    return n->payload;
  if (sort_is_array (n->sort))
    return 0;
  if (n->kind == KIND_VAR)
    return model_get (ev->model, t);
  if (n->kind == KIND_SELECT)
    return read_array (ev, n->arg[0], eval_value (ev, n->arg[1]));
  if (n->kind == KIND_EQ && sort_is_array (term_sort (ev->ts, n->arg[0])))
    return same_arrays (ev, n->arg[0], n->arg[1]);
  uint64_t arg[3] = {0};
  sort sorts[3] = {{0}};
  for (unsigned i = 0; i < n->arity; i++) {
    arg[i] = eval_value (ev, n->arg[i]);
    sorts[i] = term_sort (ev->ts, n->arg[i]);
  }
  return value_apply (&ev->limbs, (kind) n->kind, n->sort, sorts[n->arity - 1],
                      n->payload, arg, sorts);
}

/* Push what is missing below the term; true when nothing is. */
static bool eval_is_ready (evaluator *ev, const node *n) {
  size_t before = ev->todo.len;
  for (unsigned i = 0; i < n->arity; i++)
    if (!is_done (ev, n->arg[i]))
      vec_push (ev->mem, &ev->todo, n->arg[i]);
  return ev->todo.len == before;
}

uint64_t evaluator_value (evaluator *ev, term root) {
  assert (ev->stamp); /* evaluator_start: else all would look evaluated */
  eval_make_room (ev);
  vec_clear (&ev->todo);
  vec_push (ev->mem, &ev->todo, root);
  while (ev->todo.len) {
    term t = vec_last (&ev->todo);
    const node *n = term_node (ev->ts, t);
    if (is_done (ev, t))
      (void) vec_pop (&ev->todo);
    else if (eval_is_ready (ev, n)) {
      ev->values.data[t.id] = compute (ev, t, n);
      ev->stamps.data[t.id] = ev->stamp;
      (void) vec_pop (&ev->todo);
    }
  }
  return ev->values.data[root.id];
}

uint64_t evaluator_array (evaluator *ev, term array, memory *mem,
                          element_vec *out) {
  assert (sort_is_array (term_sort (ev->ts, array)));
  evaluator_value (ev, array); /* and so everything below it */
  u64_vec index = {0};
  sort of = sort_element (term_sort (ev->ts, array));
  uint64_t rest = rest_of_array (ev, array, &index);
  vec_unite (&index, compare_u64);
  vec_clear (out);
  for (size_t i = 0; i < index.len; i++) {
    uint64_t word = read_array (ev, array, index.data[i]);
    if (!value_eq (of, word, rest))
      vec_push (mem, out, (element) {index.data[i], word});
  }
  vec_release (ev->mem, &index);
  return rest;
}

bool evaluator_holds (evaluator *ev, term t) {
  assert (sort_is_bool (term_sort (ev->ts, t)));
  return evaluator_value (ev, t);
}

bool evaluator_satisfies (evaluator *ev, const model *m, size_t n,
                          const term *t) {
  evaluator_start (ev, m);
  for (size_t i = 0; i < n; i++)
    if (!evaluator_holds (ev, t[i]))
      return false;
  return true;
}
