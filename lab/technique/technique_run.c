/* What techniques have in common: choosing and running backends. */

#include "lab/technique/technique_priv.h"

#include "term/leaves.h"

backend_kind technique_choose (technique *t, size_t n, const term *part) {
  if (t->config.backend != BACKEND_AUTO)
    return t->config.backend;
  for (size_t i = 0; i < n; i++)
    if (!backend_bits_supports (t->config.terms, part[i]))
      return BACKEND_Z3;
  return BACKEND_BITS;
}

backend *technique_open_backend (technique *t, backend_kind k, bool share) {
  backend_config config = {.mem = t->config.mem,
                           .terms = t->config.terms,
                           .stats = t->config.stats,
                           .share = share,
                           .memory_limit = t->config.memory_limit,
                           .seed = t->config.seed};
  return k == BACKEND_Z3 ? backend_new_z3 (&config)
                         : backend_new_bits (&config);
}

/* An interrupt that reached the backend after its last check was about that
 * one.
 */
static bool is_stale (const technique *t, verdict v) {
  return v == VERDICT_UNKNOWN && t->why == REASON_INTERRUPTED &&
         !atomic_load (&t->is_interrupted);
}

verdict technique_run (technique *t, backend *b, uint64_t deadline) {
  t->last = b;
  t->by = b->class->name;
  t->has_run = true;
  atomic_store (&t->running, b);
  /* An interrupt from now on reaches the backend, an earlier one us. */
  verdict v = VERDICT_UNKNOWN;
  t->why = REASON_INTERRUPTED;
  while (!atomic_load (&t->is_interrupted)) {
    v = b->class->check (b, 0, NULL, deadline);
    t->why = v == VERDICT_UNKNOWN ? b->class->why (b) : REASON_NONE;
    if (!is_stale (t, v))
      break;
  }
  atomic_store (&t->running, NULL);
  return v;
}

bool technique_may_retry (const technique *t, backend_kind k, verdict v) {
  return v == VERDICT_UNKNOWN && t->why == REASON_UNSUPPORTED &&
         k == BACKEND_BITS && t->config.backend == BACKEND_AUTO;
}

/* Z3 keeps its context, which takes long to make, but nothing it learned. */
static backend *start_fresh (technique *t, backend_kind k) {
  if (k != BACKEND_Z3) {
    backend_free (t->fresh[k]);
    t->fresh[k] = NULL;
  }
  if (t->fresh[k])
    t->fresh[k]->class->reset (t->fresh[k]);
  else
    t->fresh[k] = technique_open_backend (t, k, false);
  return t->fresh[k];
}

verdict technique_solve_fresh (technique *t, backend_kind k, size_t n,
                               const term *part, uint64_t deadline,
                               model *out) {
  backend *b = start_fresh (t, k);
  for (size_t i = 0; i < n; i++)
    b->class->assert_term (b, part[i]);
  verdict v = technique_run (t, b, deadline);
  if (technique_may_retry (t, k, v))
    return technique_solve_fresh (t, BACKEND_Z3, n, part, deadline, out);
  if (v == VERDICT_SAT)
    b->class->get_model (b, out);
  return v;
}

/* A log may list the question before the path it was asked on. That shows
 * when the first part is new while others are not; then it comes last, so
 * that the next question finds the path below it.
 */
size_t technique_follow (technique *t, const term_vec *path, const query *q,
                         term_vec *missing) {
  memory *mem = t->config.mem;
  size_t len = 0;
  while (len < path->len && map_find (&q->at, path->data[len].id))
    len++;
  map on;
  map_init (&on, mem);
  for (size_t i = 0; i < len; i++)
    map_put (&on, path->data[i].id, 1);
  vec_clear (missing);
  for (size_t i = 0; i < q->part.len; i++)
    if (!map_find (&on, q->part.data[i].id))
      vec_push (mem, missing, q->part.data[i]);
  map_release (&on);
  if (len && missing->len > 1 && term_eq (missing->data[0], q->part.data[0])) {
    term first = missing->data[0];
    for (size_t i = 1; i < missing->len; i++)
      missing->data[i - 1] = missing->data[i];
    vec_last (missing) = first;
  }
  return len;
}

static void take_leaf (technique *t, term leaf, const model *from, model *to,
                       element_vec *elements) {
  if (!sort_is_array (term_sort (t->config.terms, leaf))) {
    model_set (to, leaf, model_get (from, leaf));
    return;
  }
  model_set_default (to, leaf, model_default (from, leaf));
  model_elements (from, leaf, t->config.mem, elements);
  for (size_t i = 0; i < elements->len; i++)
    model_set_element (to, leaf, elements->data[i].index,
                       elements->data[i].value);
}

void technique_take_values (technique *t, size_t n, const term *part,
                            const model *from, model *to) {
  element_vec elements = {0};
  for (size_t i = 0; i < n; i++) {
    const leaf_set *set = term_leaves (t->config.terms, part[i]);
    for (uint32_t j = 0; j < set->n; j++)
      take_leaf (t, set->leaf[j], from, to, &elements);
  }
  vec_release (t->config.mem, &elements);
}
