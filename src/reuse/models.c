/* Models: values that satisfied problems about the same leaves often satisfy
 * the next one too. For each leaf the newest models that speak of it are
 * remembered; those of the problem's leaves are evaluated, newest first, up
 * to a few. Evaluation stops at the first conjunct that fails, so a wrong
 * guess is cheap. About integers many are tried: those problems go to Z3, and
 * a call of it costs more than all of them.
 */

#include "base/map.h"
#include "reuse/rung.h"
#include "reuse/values.h"

#define PER_LEAF 8 /* models remembered */
#define MAX_TRIES 4
#define PER_INT 256 /* the same for integers */
#define MAX_INT_TRIES 256

typedef struct ring {
  uint32_t *at; /* positions in 'kept' + 1; in the arena */
  uint32_t cap, next;
} ring;

typedef struct models {
  rung base;
  memory *mem;
  bench *bench;
  arena data;
  VEC (const values *) kept;
  VEC (ring) rings;
  map ring_of; /* leaf id -> position in 'rings' + 1 */
  model *trial;
} models;

static void free_models (rung *r) {
  models *m = (models *) r;
  arena_release (&m->data);
  vec_release (m->mem, &m->kept, &m->rings);
  map_release (&m->ring_of);
  model_free (m->trial);
  memory_free (m->mem, m, sizeof *m);
}

static bool try_model (models *m, problem *p, uint32_t at, finding *out) {
  assert (at && at <= m->kept.len);
  model_clear (m->trial);
  values_give (m->kept.data[at - 1], bench_terms (m->bench), m->trial);
  if (!problem_holds (p, m->trial))
    return false;
  size_t n;
  const term *leaf = problem_leaves (p, &n);
  mark before = arena_mark (bench_arena (m->bench));
  values_give (values_take (bench_arena (m->bench), m->mem,
                            bench_terms (m->bench), n, leaf, m->trial),
               bench_terms (m->bench), out->model);
  arena_return (bench_arena (m->bench), before);
  return true;
}

static bool is_tried (const uint32_t *tried, size_t n, uint32_t at) {
  for (size_t i = 0; i < n; i++)
    if (tried[i] == at)
      return true;
  return false;
}

static bool is_int (const models *m, term leaf) {
  return sort_is_int (term_sort (bench_terms (m->bench), leaf));
}

/* The newest leaf first: conditions are mostly about what was read last. */
static verdict models_ask (rung *r, problem *p, finding *out) {
  models *m = (models *) r;
  size_t n, n_tried = 0;
  const term *leaf = problem_leaves (p, &n);
  uint32_t tried[MAX_INT_TRIES];
  size_t tries = n && is_int (m, leaf[0]) ? MAX_INT_TRIES : MAX_TRIES;
  for (size_t i = n; i-- > 0;) {
    uint64_t at = map_get (&m->ring_of, leaf[i].id, 0);
    if (!at)
      continue;
    const ring *g = m->rings.data + at - 1;
    for (uint32_t k = 1; k <= g->cap; k++) {
      uint32_t kept = g->at[(g->next - k) % g->cap];
      if (!kept || is_tried (tried, n_tried, kept))
        continue;
      if (n_tried == tries)
        return VERDICT_UNKNOWN;
      tried[n_tried++] = kept;
      if (try_model (m, p, kept, out))
        return VERDICT_SAT;
    }
  }
  return VERDICT_UNKNOWN;
}

static void remember (models *m, term leaf, uint32_t kept) {
  uint64_t *at = map_at (&m->ring_of, leaf.id);
  if (!*at) {
    uint32_t cap = is_int (m, leaf) ? PER_INT : PER_LEAF;
    ring empty = {.at = arena_alloc (&m->data, cap * sizeof *empty.at),
                  .cap = cap};
    memset (empty.at, 0, cap * sizeof *empty.at);
    vec_push (m->mem, &m->rings, empty);
    *at = m->rings.len;
  }
  ring *g = m->rings.data + *at - 1;
  assert (kept && kept <= m->kept.len);
  g->at[g->next++ % g->cap] = kept;
}

static void models_make_room (models *m) {
  if (!memory_exceeded (m->mem))
    return;
  arena_release (&m->data);
  vec_clear (&m->kept);
  vec_clear (&m->rings);
  map_clear (&m->ring_of);
}

static void models_learn (rung *r, problem *p, problem *core,
                          const finding *f) {
  models *m = (models *) r;
  (void) core;
  if (f->verdict != VERDICT_SAT)
    return;
  models_make_room (m);
  size_t n;
  const term *leaf = problem_leaves (p, &n);
  vec_push (m->mem, &m->kept,
            values_take (&m->data, m->mem, bench_terms (m->bench), n, leaf,
                         f->model));
  for (size_t i = 0; i < n; i++)
    remember (m, leaf[i], (uint32_t) m->kept.len);
}

static size_t models_count (const rung *r) {
  return ((const models *) r)->kept.len;
}

static const rung_class class = {.free = free_models,
                                 .ask = models_ask,
                                 .learn = models_learn,
                                 .count = models_count};

rung *rung_new_models (const rung_site *site) {
  models *m = memory_zalloc (site->mem, sizeof *m);
  *m = (models) {.base = {&class}, .mem = site->mem, .bench = site->bench};
  arena_init (&m->data, site->mem);
  map_init (&m->ring_of, site->mem);
  m->trial = model_new (site->mem, bench_terms (site->bench));
  return &m->base;
}
