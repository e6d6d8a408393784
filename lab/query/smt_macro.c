#include "lab/query/smt_number.h"

#include "base/map.h"

/* A reference is a term that does not depend on the parameters, or, with
 * the lowest bit set, the number of a parameter or step.
 */
typedef uint64_t macro_reference;

struct smt_step {
  kind kind;
  uint64_t payload;
  macro_reference arg[3];
};

static macro_reference fixed (term t) { return (uint64_t) t.id << 1; }
static macro_reference local (size_t i) { return (uint64_t) i << 1 | 1; }

/* The compound terms below 'body', arguments first. */
static bool smt_macro_collect (memory *mem, const terms *ts, term body,
                               u32_vec *out) {
  map seen;
  map_init (&seen, mem);
  u32_vec todo = {0};
  vec_push (mem, &todo, body.id);
  while (todo.len && out->len <= SMT_MACRO_MAX_STEPS) {
    uint32_t id = vec_pop (&todo);
    const node *n = term_node (ts, (term) {id});
    uint64_t *is_seen = map_at (&seen, id);
    if (*is_seen || !n->arity)
      continue;
    *is_seen = 1;
    vec_push (mem, out, id);
    for (unsigned i = 0; i < n->arity; i++)
      vec_push (mem, &todo, n->arg[i].id);
  }
  map_release (&seen);
  vec_release (mem, &todo);
  return out->len <= SMT_MACRO_MAX_STEPS;
}

static int smt_macro_by_id (const void *a, const void *b) {
  uint32_t i = *(const uint32_t *) a, j = *(const uint32_t *) b;
  return i < j ? -1 : i > j;
}

/* Steps for the terms that depend on a parameter. */
static void number_steps (smt_macro *m, memory *mem, const terms *ts,
                          const u32_vec *ids, smt_step *step, term body) {
  map where; /* id -> reference */
  map_init (&where, mem);
  for (size_t i = 0; i < m->n_params; i++)
    map_put (&where, smt_plain (m->param[i]).id, local (i));
  for (size_t i = 0; i < ids->len; i++) {
    const node *n = term_node (ts, (term) {ids->data[i]});
    smt_step s = {(kind) n->kind, n->payload, {0, 0, 0}};
    bool depends = false;
    for (unsigned j = 0; j < n->arity; j++) {
      s.arg[j] = map_get (&where, n->arg[j].id, fixed (n->arg[j]));
      depends |= s.arg[j] & 1;
    }
    if (!depends)
      continue;
    map_put (&where, ids->data[i], local (m->n_params + m->n_steps));
    step[m->n_steps++] = s;
  }
  m->body = map_get (&where, body.id, fixed (body));
  map_release (&where);
}

bool smt_macro_init (smt_macro *m, arena *a, memory *mem, const terms *ts,
                     size_t n_params, const term *param, term body) {
  *m = (smt_macro) {.n_params = n_params};
  m->param = arena_copy (a, param, n_params * sizeof *param);
  u32_vec ids = {0};
  bool fits = smt_macro_collect (mem, ts, body, &ids);
  if (fits) {
    if (ids.len)
      qsort (ids.data, ids.len, sizeof *ids.data, smt_macro_by_id);
    smt_step *step = arena_alloc (a, ids.len * sizeof *step);
    number_steps (m, mem, ts, &ids, step, body);
    m->step = step;
  }
  vec_release (mem, &ids);
  return fits;
}

static term smt_macro_resolve (macro_reference r, const term *value) {
  return r & 1 ? value[r >> 1] : (term) {(uint32_t) (r >> 1)};
}

term smt_macro_expand (const smt_macro *m, terms *ts, memory *mem,
                       const term *arg) {
  size_t n = m->n_params + m->n_steps;
  term *value = memory_alloc (mem, n * sizeof *value);
  if (m->n_params)
    memcpy (value, arg, m->n_params * sizeof *arg);
  for (size_t i = 0; i < m->n_steps; i++) {
    const smt_step *s = m->step + i;
    value[m->n_params + i] = term_build (ts, s->kind, s->payload,
                                         smt_macro_resolve (s->arg[0], value),
                                         smt_macro_resolve (s->arg[1], value),
                                         smt_macro_resolve (s->arg[2], value));
  }
  term res = smt_macro_resolve (m->body, value);
  memory_free (mem, value, n * sizeof *value);
  return res;
}
