/* Exact: a problem with the same canonical form was answered before, whatever
 * its variables were called. The digest finds, the whole form is compared;
 * a model is carried over from leaf number to leaf number.
 */

#include "base/map.h"
#include "reuse/rung.h"
#include "reuse/values.h"

typedef struct entry {
  uint32_t next; /* with the same hash, + 1 */
  verdict verdict;
  uint64_t budget;      /* UNKNOWN */
  form form;            /* has leaves only when SAT */
  const values *values; /* SAT; by the leaves of 'form' */
} entry;

typedef struct exact {
  rung base;
  memory *mem;
  bench *bench;
  arena data;
  VEC (entry) entries;
  map heads; /* hash -> position + 1 */
} exact;

static void free_exact (rung *r) {
  exact *x = (exact *) r;
  arena_release (&x->data);
  vec_release (x->mem, &x->entries);
  map_release (&x->heads);
  memory_free (x->mem, x, sizeof *x);
}

static entry *find (exact *x, const form *f) {
  uint64_t at = map_get (&x->heads, f->digest.lo | 1, 0);
  while (at) {
    entry *e = x->entries.data + at - 1;
    if (form_eq (&e->form, f))
      return e;
    at = e->next;
  }
  return NULL;
}

static verdict ask (rung *r, problem *p, finding *out) {
  exact *x = (exact *) r;
  if (problem_reduced (p)->is_unsat)
    return VERDICT_UNKNOWN;
  const form *f = problem_form (p);
  const entry *e = find (x, f);
  if (!e)
    return VERDICT_UNKNOWN;
  if (e->verdict == VERDICT_SAT)
    values_give_renamed (e->values, bench_terms (x->bench), f->n_leaves,
                         e->form.leaf, f->leaf, out->model);
  out->budget = e->budget;
  return e->verdict;
}

static void make_room (exact *x) {
  if (!memory_exceeded (x->mem))
    return;
  arena_release (&x->data);
  vec_clear (&x->entries);
  map_clear (&x->heads);
}

static entry *add (exact *x, const form *f) {
  make_room (x);
  uint64_t *head = map_at (&x->heads, f->digest.lo | 1);
  entry e = {.next = (uint32_t) *head, .form = *f};
  e.form.word = arena_copy (&x->data, f->word, f->n_words * sizeof *f->word);
  e.form.leaf = NULL;
  vec_push (x->mem, &x->entries, e);
  *head = x->entries.len;
  return &vec_last (&x->entries);
}

static void learn_form (exact *x, problem *p, const finding *f) {
  if (problem_reduced (p)->is_unsat)
    return;
  const form *fm = problem_form (p);
  entry *e = find (x, fm);
  if (!e)
    e = add (x, fm);
  e->verdict = f->verdict;
  e->budget = f->budget;
  if (f->verdict != VERDICT_SAT)
    return;
  /* An entry of before may have come from a problem with other names. */
  e->form.leaf =
      arena_copy (&x->data, fm->leaf, fm->n_leaves * sizeof *fm->leaf);
  e->values = values_take (&x->data, x->mem, bench_terms (x->bench),
                           fm->n_leaves, e->form.leaf, f->model);
}

static void learn (rung *r, problem *p, problem *core, const finding *f) {
  learn_form ((exact *) r, p, f);
  if (core && core != p)
    learn_form ((exact *) r, core, f);
}

static size_t count (const rung *r) { return ((const exact *) r)->entries.len; }

static const rung_class class = {.name = "exact",
                                 .free = free_exact,
                                 .ask = ask,
                                 .learn = learn,
                                 .count = count};

rung *rung_new_exact (memory *mem, bench *b) {
  exact *x = memory_zalloc (mem, sizeof *x);
  *x = (exact) {.base = {&class}, .mem = mem, .bench = b};
  arena_init (&x->data, mem);
  map_init (&x->heads, mem);
  return &x->base;
}
