/* Answers of slices. The hash only finds candidates; keys are compared. */

#include "lab/technique/technique_priv.h"

#include <stdlib.h>
#include <string.h>

slice_cache *answers_new (memory *mem) {
  slice_cache *a = memory_zalloc (mem, sizeof *a);
  a->mem = mem;
  map_init (&a->heads, mem);
  return a;
}

void answers_forget (slice_cache *a) {
  for (size_t i = 0; i < a->entry.len; i++) {
    cached *e = a->entry.data + i;
    memory_free (a->mem, e->key, e->n * sizeof *e->key);
    model_free (e->model);
    vec_release (a->mem, &e->core);
  }
  vec_clear (&a->entry);
  map_clear (&a->heads);
}

void answers_free (slice_cache *a) {
  answers_forget (a);
  vec_release (a->mem, &a->entry);
  map_release (&a->heads);
  vec_release (a->mem, &a->key);
  memory_free (a->mem, a, sizeof *a);
}

static int cache_by_id (const void *a, const void *b) {
  uint32_t i = ((const term *) a)->id, j = ((const term *) b)->id;
  return i < j ? -1 : i > j;
}

/* The sorted set; returns its hash, which is not zero. */
static uint64_t make_key (slice_cache *a, size_t n, const term *part) {
  vec_clear (&a->key);
  for (size_t i = 0; i < n; i++)
    vec_push (a->mem, &a->key, part[i]);
  qsort (a->key.data, n, sizeof *a->key.data, cache_by_id);
  uint64_t h = n;
  for (size_t i = 0; i < n; i++)
    h = hash_mix (h, a->key.data[i].id);
  return h | 1;
}

static cached *cache_find (slice_cache *a, uint64_t hash) {
  uint64_t at = map_get (&a->heads, hash, 0);
  while (at) {
    cached *e = a->entry.data + at - 1;
    if (e->n == a->key.len &&
        !memcmp (e->key, a->key.data, e->n * sizeof *e->key))
      return e;
    at = e->next;
  }
  return NULL;
}

/* A cache may forget; a full one starts anew. */
static cached *cache_add (slice_cache *a, uint64_t hash, verdict v) {
  if (memory_exceeded (a->mem))
    answers_forget (a);
  uint64_t *head = map_at (&a->heads, hash);
  size_t size = a->key.len * sizeof (term);
  cached e = {.next = (uint32_t) *head,
              .n = (uint32_t) a->key.len,
              .key = memory_alloc (a->mem, size),
              .verdict = v};
  memcpy (e.key, a->key.data, size);
  vec_push (a->mem, &a->entry, e);
  *head = a->entry.len;
  return &vec_last (&a->entry);
}

static cached *cache_solve (technique *t, slice_cache *a, uint64_t hash,
                            uint64_t deadline) {
  model *m = model_new (a->mem, t->config.terms);
  backend_kind k = technique_choose (t, a->key.len, a->key.data);
  verdict v =
      technique_solve_fresh (t, k, a->key.len, a->key.data, deadline, m);
  cached *e = v == VERDICT_UNKNOWN ? NULL : cache_add (a, hash, v);
  if (v == VERDICT_SAT)
    e->model = m;
  else
    model_free (m);
  return e;
}

static verdict answer_slice (technique *t, slice_cache *a, size_t n,
                             const term *part, uint64_t deadline) {
  uint64_t hash = make_key (a, n, part);
  cached *e = cache_find (a, hash);
  if (!e)
    e = cache_solve (t, a, hash, deadline);
  else if (e->verdict == VERDICT_UNSAT)
    t->last = NULL;
  if (!e)
    return VERDICT_UNKNOWN;
  if (e->verdict == VERDICT_SAT)
    technique_take_values (t, e->n, e->key, e->model, t->model);
  else
    a->unsat = (uint32_t) (e - a->entry.data) + 1;
  return e->verdict;
}

verdict answers_solve_all (technique *t, slice_cache *a, const term_vec *parts,
                           const u32_vec *ends, uint64_t deadline) {
  verdict res = VERDICT_SAT;
  reason why = REASON_NONE;
  t->by = "cache"; /* unless a solver has to run */
  for (size_t i = 0, start = 0; i < ends->len; start = ends->data[i++]) {
    verdict v = answer_slice (t, a, ends->data[i] - start, parts->data + start,
                              deadline);
    if (v == VERDICT_UNSAT)
      return v;
    if (v == VERDICT_UNKNOWN) {
      res = v;
      why = t->why;
    }
  }
  t->why = why;
  return res;
}

/* The core of an answer is found when it is asked for first and kept. A hit
 * whose core nobody asked for in time is its own core.
 */
void answers_core (technique *t, slice_cache *a, term_vec *out) {
  cached *e = a->entry.data + a->unsat - 1;
  if (!e->core.len && t->last)
    t->last->class->get_core (t->last, a->mem, &e->core);
  const term *from = e->core.len ? e->core.data : e->key;
  size_t n = e->core.len ? e->core.len : e->n;
  for (size_t i = 0; i < n; i++)
    vec_push (t->config.mem, out, from[i]);
}
