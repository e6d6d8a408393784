/* Native: the very same conjuncts were answered before in this run. The hash
 * finds, the whole set of handles is compared.
 */

#include "base/map.h"
#include "reuse/rung.h"
#include "reuse/values.h"

#include <string.h>

typedef struct entry {
  uint32_t next; /* with the same hash, + 1 */
  uint32_t n;
  const term *constraint;
  verdict verdict;
  const values *values; /* SAT */
  uint32_t n_core;      /* UNSAT */
  const term *core;
  uint64_t budget; /* UNKNOWN */
} entry;

typedef struct native {
  rung base;
  memory *mem;
  bench *bench;
  arena data;
  VEC (entry) entries;
  map heads; /* hash -> position + 1 */
} native;

static void free_native (rung *r) {
  native *n = (native *) r;
  arena_release (&n->data);
  vec_release (n->mem, &n->entries);
  map_release (&n->heads);
  memory_free (n->mem, n, sizeof *n);
}

static entry *find (native *n, const problem *p) {
  uint64_t at = map_get (&n->heads, p->key.lo | 1, 0);
  while (at) {
    entry *e = n->entries.data + at - 1;
    if (e->n == p->n &&
        !memcmp (e->constraint, p->constraint, p->n * sizeof (term)))
      return e;
    at = e->next;
  }
  return NULL;
}

static verdict ask (rung *r, problem *p, finding *out) {
  native *n = (native *) r;
  const entry *e = find (n, p);
  if (!e)
    return VERDICT_UNKNOWN;
  if (e->verdict == VERDICT_SAT)
    values_give (e->values, bench_terms (n->bench), out->model);
  for (uint32_t i = 0; i < e->n_core; i++)
    vec_push (n->mem, out->core, e->core[i]);
  out->budget = e->budget;
  return e->verdict;
}

/* A cache may forget: when memory is short it starts anew. */
static void make_room (native *n) {
  if (!memory_exceeded (n->mem))
    return;
  arena_release (&n->data);
  vec_clear (&n->entries);
  map_clear (&n->heads);
}

static entry *add (native *n, problem *p) {
  make_room (n);
  uint64_t *head = map_at (&n->heads, p->key.lo | 1);
  entry e = {.next = (uint32_t) *head, .n = (uint32_t) p->n};
  e.constraint = arena_copy (&n->data, p->constraint, p->n * sizeof (term));
  vec_push (n->mem, &n->entries, e);
  *head = n->entries.len;
  return &vec_last (&n->entries);
}

static void learn (rung *r, problem *p, problem *core, const finding *f) {
  native *n = (native *) r;
  entry *e = find (n, p);
  if (!e)
    e = add (n, p);
  e->verdict = f->verdict;
  e->budget = f->budget;
  if (f->verdict == VERDICT_SAT) {
    size_t n_leaves;
    const term *leaf = problem_leaves (p, &n_leaves);
    e->values = values_take (&n->data, n->mem, bench_terms (n->bench), n_leaves,
                             leaf, f->model);
  } else if (core) {
    e->n_core = (uint32_t) core->n;
    e->core = arena_copy (&n->data, core->constraint, core->n * sizeof (term));
  }
}

static size_t count (const rung *r) {
  return ((const native *) r)->entries.len;
}

static const rung_class class = {.name = "native",
                                 .free = free_native,
                                 .ask = ask,
                                 .learn = learn,
                                 .count = count};

rung *rung_new_native (memory *mem, bench *b) {
  native *n = memory_zalloc (mem, sizeof *n);
  *n = (native) {.base = {&class}, .mem = mem, .bench = b};
  arena_init (&n->data, mem);
  map_init (&n->heads, mem);
  return &n->base;
}
