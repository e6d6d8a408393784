/* Native: the very same conjuncts were answered before in this run. */

#include "reuse/answers.h"
#include "reuse/rung.h"

typedef struct native_rung {
  rung base;
  bench *bench;
  answers answers; /* by conjuncts; the terms are a core */
} native_rung;

static void free_native (rung *r) {
  native_rung *n = (native_rung *) r;
  memory *mem = n->answers.mem;
  answers_release (&n->answers);
  memory_free (mem, n, sizeof *n);
}

static verdict native_ask (rung *r, problem *p, finding *out) {
  native_rung *n = (native_rung *) r;
  const kept_answer *k = answers_find (&n->answers, p->key.lo,
                                       p->n * sizeof (term), p->constraint);
  if (!k)
    return VERDICT_UNKNOWN;
  if (k->verdict == VERDICT_SAT)
    values_give (k->values, bench_terms (n->bench), out->model);
  for (uint32_t i = 0; i < k->n_terms; i++)
    vec_push (n->answers.mem, out->core, k->terms[i]);
  out->failed = k->budget;
  return k->verdict;
}

static void native_learn (rung *r, problem *p, problem *core,
                          const finding *f) {
  native_rung *n = (native_rung *) r;
  answers *a = &n->answers;
  kept_answer *k =
      answers_at (a, p->key.lo, p->n * sizeof (term), p->constraint);
  k->verdict = f->verdict;
  k->budget = f->budget;
  assert (f->verdict != VERDICT_UNSAT || core);
  k->n_terms = 0;
  if (f->verdict == VERDICT_SAT) {
    size_t n_leaves;
    const term *leaf = problem_leaves (p, &n_leaves);
    k->values = values_take (&a->data, a->mem, bench_terms (n->bench), n_leaves,
                             leaf, f->model);
  } else if (core) {
    k->n_terms = (uint32_t) core->n;
    k->terms = arena_copy (&a->data, core->constraint, core->n * sizeof (term));
  }
}

static size_t native_count (const rung *r) {
  return ((const native_rung *) r)->answers.entries.len;
}

static const rung_class class = {.free = free_native,
                                 .ask = native_ask,
                                 .learn = native_learn,
                                 .count = native_count};

rung *rung_new_native (const rung_site *site) {
  native_rung *n = memory_zalloc (site->mem, sizeof *n);
  *n = (native_rung) {.base = {&class}, .bench = site->bench};
  answers_init (&n->answers, site->mem);
  return &n->base;
}
