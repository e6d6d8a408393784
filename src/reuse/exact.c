/* Exact: a problem with the same canonical form was answered before, whatever
 * its variables were called. A model is carried over from leaf number to leaf
 * number.
 */

#include "reuse/answers.h"
#include "reuse/rung.h"

typedef struct exact {
  rung base;
  bench *bench;
  answers answers; /* by words of the form; the terms are the leaves of SAT */
} exact;

static void free_exact (rung *r) {
  exact *x = (exact *) r;
  memory *mem = x->answers.mem;
  answers_release (&x->answers);
  memory_free (mem, x, sizeof *x);
}

static verdict exact_ask (rung *r, problem *p, finding *out) {
  exact *x = (exact *) r;
  if (problem_reduced (p)->is_unsat)
    return VERDICT_UNKNOWN;
  const form *f = problem_form (p);
  const kept_answer *k = answers_find (&x->answers, f->digest.lo,
                                       f->n_words * sizeof *f->word, f->word);
  if (!k)
    return VERDICT_UNKNOWN;
  if (k->verdict == VERDICT_SAT)
    values_give_renamed (k->values, bench_terms (x->bench), f->n_leaves,
                         k->terms, f->leaf, out->model);
  out->failed = k->budget;
  return k->verdict;
}

static void learn_form (exact *x, problem *p, const finding *f) {
  answers *a = &x->answers;
  if (problem_reduced (p)->is_unsat)
    return;
  const form *fm = problem_form (p);
  kept_answer *k =
      answers_at (a, fm->digest.lo, fm->n_words * sizeof *fm->word, fm->word);
  k->verdict = f->verdict;
  k->budget = f->budget;
  if (f->verdict != VERDICT_SAT)
    return;
  /* An answer of before may have come from a problem with other names. */
  k->n_terms = (uint32_t) fm->n_leaves;
  k->terms = arena_copy (&a->data, fm->leaf, fm->n_leaves * sizeof *fm->leaf);
  k->values = values_take (&a->data, a->mem, bench_terms (x->bench),
                           fm->n_leaves, k->terms, f->model);
}

static void exact_learn (rung *r, problem *p, problem *core, const finding *f) {
  learn_form ((exact *) r, p, f);
  if (core && core != p)
    learn_form ((exact *) r, core, f);
}

static size_t exact_count (const rung *r) {
  return ((const exact *) r)->answers.entries.len;
}

static const rung_class class = {.free = free_exact,
                                 .ask = exact_ask,
                                 .learn = exact_learn,
                                 .count = exact_count};

rung *rung_new_exact (const rung_site *site) {
  exact *x = memory_zalloc (site->mem, sizeof *x);
  *x = (exact) {.base = {&class}, .bench = site->bench};
  answers_init (&x->answers, site->mem);
  return &x->base;
}
